/** A channel for tests, and what came out of it. */
import { vi } from 'vitest';
import { Channel } from './channel';
import { Refusal } from './client';
import { FakeSocket } from './socket.fake';
import type { Act, Told } from './types';

export const play = { type: 'play', seat: 0, action: 'stone d4', seq: 1 } as const;
export const preview = { type: 'preview', seat: 0, action: 'stone d4' } as const;
export const hint = { type: 'hint', seat: 0 } as const;
const instruction = { code: 'siegestones.do-stone', args: { cell: 'd4' } };
export const foreseen: Told = { type: 'preview', action: 'stone d4', instruction, says: [], view: null };
export const refused = (code: string) =>
  ({ type: 'refused', code, reason: `No: ${code}.`, says: { code: 'said', args: {} } }) as const;

/** Everything that came out of the channel, in order. */
export const heard: string[] = [];
let seq: number | null = null;

export function open(): Channel {
  const channel = new Channel('x', {
    seen: () => ({ since: seq, seats: seq === null ? null : '0' }),
    tell: (news) => {
      seq = news.seq;
      heard.push(`${news.type} ${news.seq}`);
    },
    refused: ({ code }) => heard.push(code),
    link: (link) => heard.push(link),
    waits: (place, seat) => heard.push(seat === null ? `place ${place}` : `seat ${seat} place ${place}`),
  });
  channel.open();
  return channel;
}

/** What becomes of something asked, as it becomes known. */
export function ask(channel: Channel, act: Act, name: string = act.type): void {
  channel.ask(act).then(
    (answer) => heard.push(`${name}: ${answer.type}`),
    (problem: unknown) => heard.push(`${name}: ${problem instanceof Refusal ? problem.code : problem}`),
  );
}

export const settle = () => vi.advanceTimersByTimeAsync(0);
export const names = (socket: FakeSocket) => socket.sent.map(({ action_id }) => action_id);

/** Before each test: no time passes by itself, and no network is there. */
export function begin(): void {
  vi.useFakeTimers();
  FakeSocket.install();
  heard.length = 0;
  seq = null;
}

export function end(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
