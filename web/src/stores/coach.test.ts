import { beforeEach, expect, it } from 'vitest';
import type { LegalAction, Weigh } from '../api/types';
import { Coach } from './coach.svelte';
import { settings } from './settings.svelte';
import type { TableStore } from './table.svelte';

const action: LegalAction = { action: 'stone a1', verb: 'stone', targets: ['cell:a1'] };
const says = { code: 'gave-line', args: {}, rule: 'T-17' };

/** Somebody at seat 0 against whoever sits elsewhere; the server judges what it is asked. */
function against(kind: 'bot' | 'person', answer: unknown = { holds: true, says }, then = () => {}) {
  const asked: Weigh[] = [];
  let moment = 'before';
  const seats = [
    { kind: 'person', seat: 0 },
    { kind, seat: 1 },
  ];
  const table = {
    shown: { table: { hints: true, seats } },
    own: [0],
    weigh: async (question: Weigh) => {
      asked.push(question);
      then();
      return answer;
    },
  };
  const coach = new Coach(table as unknown as TableStore, () => moment);
  return { coach, asked, goOn: () => (moment = 'after') };
}

beforeEach(() => (settings.coach = 5));

it('is off until somebody asks for it', async () => {
  settings.coach = 0;
  const { coach, asked } = against('bot');
  expect(coach.asks(9)).toBe(false);
  settings.coach = 5;
  expect(coach.asks(9)).toBe(true);
  expect(asked).toEqual([]);
});

it('holds back what gives much away, until it is released', async () => {
  const { coach, asked } = against('bot');
  expect(await coach.lets(0, action)).toBe(false);
  expect(asked).toEqual([{ type: 'weigh', seat: 0, action: 'stone a1', share: 5 }]);
  expect(coach.held).toEqual({ action, says });
  expect(coach.release()).toBe(action);
  expect(coach.held).toBeNull();
});

it('is not there with people, and asks nothing where there is no choice', async () => {
  expect(against('person').coach.isThere).toBe(false);
  expect(against('person').coach.asks(9)).toBe(false);
  expect(against('bot').coach.asks(1)).toBe(false);
});

it('lets be played what is not answered, or gives little away', async () => {
  for (const answer of [null, { holds: false, says: null }]) {
    const { coach } = against('bot', answer);
    expect(await coach.lets(0, action)).toBe(true);
    expect(coach.held).toBeNull();
  }
});

it('plays nothing once the game has moved on meanwhile', async () => {
  const { coach, goOn } = against('bot', { holds: true, says }, () => goOn());
  expect(await coach.lets(0, action)).toBe(false);
  expect(coach.held).toBeNull();
});

it('plays at once for whoever does not want to wait', async () => {
  const { coach } = against('bot', new Promise(() => {}));
  const isLet = coach.lets(0, action);
  expect(coach.judges).toBe(true);
  coach.skip();
  expect(await isLet).toBe(true);
  expect(coach.judges).toBe(false);
});
