/**
 * The page's one channel to a table: what it asks, and all it is told, in order.
 *
 * Everything goes over the socket. What is unanswered when a socket is lost is sent again on the next one under the
 * same `action_id`: the server does it once, and answers it again. What an act has changed is told before its answer.
 * Where no socket can be had the same goes by HTTP: an act is posted, the table is read, then the answer is given.
 */
import { actionId, isUnanswered, noAnswer, postUntil, Refusal } from './client';
import { FAILURES, Live, type Link } from './live';
import { Poll, type Seen } from './poll';
import type { Act, AnswerTo, News, Refused, Told } from './types';

/** So often something may be sent without being answered: it is what breaks the connection. */
const MOST_SENDS = 8;
/** What comes too fast is sent again after a pause, in ms. */
const BREATH = 1000;
/** How long an act that was posted may be unanswered, in ms. */
const POSTING = 15_000;
const SLOW_DOWN = 'slow_down';
/** The page has left the table. */
export const LEFT = 'left';

/** Whose channel it is. */
export interface Listener {
  /** The last event it knows of, and as whom: nothing yet where `since` is null. */
  seen(): Seen;
  tell(news: News): void;
  /** A refusal of the table itself, not of something that was asked. */
  refused(refused: Refused): void;
  link(link: Link): void;
  /** What was asked for, or the bot at a seat, waits in line at this place. */
  waits(place: number, seat: number | null): void;
}

interface Asked {
  id: string;
  act: Act;
  sends: number;
  isPosting: boolean;
  answer(told: Told): void;
  refuse(refusal: Refusal): void;
}

function address(table: string, { since, seats, watch }: Seen): string {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const query = [...(since === null ? [] : [`since=${since}`, `seats=${seats}`]), ...(watch ? ['watch=true'] : [])];
  const asked = query.length > 0 ? `?${query.join('&')}` : '';
  return `${scheme}://${window.location.host}/api/tables/${encodeURIComponent(table)}/live${asked}`;
}

export class Channel {
  readonly #table: string;
  readonly #listener: Listener;
  readonly #live: Live;
  readonly #poll: Poll;
  /** What is unanswered, in the order it was asked. */
  readonly #asked = new Map<string, Asked>();
  #isLeft = false;

  constructor(table: string, listener: Listener) {
    this.#table = table;
    this.#listener = listener;
    this.#live = new Live(() => address(table, listener.seen()), {
      opened: () => this.#opened(),
      heard: (told) => this.#heard(told),
      lost: (failures) => this.#lost(failures),
      isWaiting: () => this.#asked.size > 0,
    });
    let isRead = false;
    this.#poll = new Poll(table, {
      seen: () => listener.seen(),
      read: (sync) => {
        listener.tell(sync);
        listener.link('open');
        if (!isRead) this.#live.open(); // the server is there: perhaps it was away
        isRead = true;
      },
      failed: (problem) => {
        isRead = false;
        listener.link('lost');
        if (!isUnanswered(problem) && problem.code !== SLOW_DOWN) listener.refused(refusedBy(problem));
      },
    });
  }

  open(): void {
    this.#listener.link('opening');
    this.#live.start();
  }

  /** After taking a seat the server must see anew who is asking. */
  reopen(): void {
    this.#live.reopen();
    if (!this.#poll.isOn) return;
    this.#poll.stop();
    this.#poll.start();
  }

  close(): void {
    this.#isLeft = true;
    this.#live.close();
    this.#poll.stop();
    for (const asked of this.#asked.values()) asked.refuse(new Refusal({ code: LEFT, reason: '' }));
    this.#asked.clear();
  }

  /** Do or ask something; a refusal is thrown. */
  ask<A extends Act>(act: A): Promise<AnswerTo<A>> {
    return new Promise<Told>((answer, refuse) => {
      const id = actionId();
      const asked = { id, act: { ...act, action_id: id }, sends: 0, isPosting: false, answer, refuse };
      this.#asked.set(id, asked);
      this.#send(asked);
    }) as Promise<AnswerTo<A>>; // what the server answers to an act of this kind
  }

  /** By the socket; without one by HTTP, where that is how it goes now; else it waits for a socket. */
  #send(asked: Asked): void {
    if (this.#isLeft || !this.#asked.has(asked.id)) return;
    if (asked.sends >= MOST_SENDS) this.#refuse(asked, noAnswer());
    else if (this.#live.send(asked.act)) asked.sends++;
    else if (this.#poll.isOn) void this.#post(asked);
  }

  #sendAll(): void {
    for (const asked of [...this.#asked.values()]) this.#send(asked);
  }

  #opened(): void {
    this.#poll.stop();
    this.#listener.link('open');
    this.#sendAll();
  }

  #lost(failures: number): void {
    if (this.#poll.isOn) return;
    this.#listener.link('lost');
    if (failures < FAILURES) return;
    this.#poll.start();
    this.#sendAll();
  }

  #heard(told: Told): void {
    if (told.type === 'sync' || told.type === 'update') this.#listener.tell(told);
    else if (told.type === 'waiting') this.#listener.waits(told.place, told.seat ?? null);
    else if (told.action_id) this.#settle(told.action_id, told);
    else if (told.type === 'refused' && !this.#poll.isOn) this.#listener.refused(told);
  }

  /** An answer; one that nobody waits for any more is dropped. */
  #settle(id: string, told: Told): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (told.type === 'refused') {
      this.#refused(asked, new Refusal(told));
      return;
    }
    this.#asked.delete(id);
    asked.answer(told);
  }

  #refused(asked: Asked, refusal: Refusal): void {
    if (refusal.code === SLOW_DOWN && asked.sends < MOST_SENDS) {
      window.setTimeout(() => this.#send(asked), Math.max(BREATH * asked.sends, (refusal.retryS ?? 0) * 1000));
    } else {
      this.#refuse(asked, refusal);
    }
  }

  #refuse(asked: Asked, refusal: Refusal): void {
    this.#asked.delete(asked.id);
    asked.refuse(refusal);
  }

  /** By HTTP. If a socket has opened meanwhile it was sent there too, and is answered there in order. */
  async #post(asked: Asked): Promise<void> {
    if (asked.isPosting) return;
    asked.isPosting = true;
    asked.sends++;
    const told = await this.#posted(asked.act);
    asked.isPosting = false;
    if (this.#live.isOpen || !this.#asked.has(asked.id)) return;
    if (!(told instanceof Refusal)) this.#settle(asked.id, told);
    else if (isUnanswered(told)) this.#send(asked);
    else this.#refused(asked, told);
  }

  /** What an act is answered with, once the table was read after it: also to see whether the server is there. */
  async #posted(act: Act): Promise<Told | Refusal> {
    try {
      const told = await postUntil({ limit: POSTING }, '/api/tables/{table}/act', act, { table: this.#table });
      if (told.type === 'answer') await this.#poll.fresh();
      return told;
    } catch (problem) {
      await this.#poll.fresh();
      return problem as Refusal;
    }
  }
}

const refusedBy = ({ code, message, rule, seq, says, retryS }: Refusal): Refused => ({
  type: 'refused',
  code,
  reason: message,
  says: says ?? { code: 'said', args: { text: message } },
  rule,
  seq,
  retry_s: retryS,
});
