import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import samples from '../games/samples/siegestones.json';

const PATIENCE = 30_000; // the whole page is read here

const line = { n: 0, seat: 0, action: 'stone d4', says: [] };
const person = { name: null, kind: 'person', level: null, here: true, gone: false, away: false, clock_ms: null };
const seats = ['Blue', 'Yellow'].map((colour_name, seat) => ({ ...person, seat, colour_name, numbered: false }));
const side = {
  seat: 0,
  view: samples[1]!.view,
  prompt: { code: 'siegestones.ask-piece', args: {}, rule: 'T-8' },
  legal: [],
  log_from: 0,
  log: [line, { ...line, n: 2 }, { ...line, n: 4 }],
  since_last_turn: 5,
  last: [],
  taken_back: [],
  sealed: null,
  orders: null,
  key: null,
};

/** The page as the server writes it: with the table in it. */
beforeAll(() => {
  const table = {
    id: 'x',
    game: 'siegestones',
    options: {},
    seats,
    waiting: [0],
    turn: { code: 'turn-move', args: { seats: [{ seat: 0, of: 'siegestones' }] } },
    over: false,
    offers: [],
    undo: {},
    result: null,
  };
  const sync = { type: 'sync', seq: 5, table, seats: { 0: side } };
  const first = document.createElement('script');
  first.id = 'first';
  first.type = 'application/json';
  first.textContent = JSON.stringify({
    sync,
    game: { name: 'siegestones', title: 'SiegeStones', goal: 'Win.', secrets: false },
    words: {
      '': 'turn-move = { $seats } to move',
      siegestones: 'seat = Seat { $seat }\nask-piece = Place a stone or a tower.',
    },
    language: 'en',
  });
  document.body.append(first);
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  );
}, PATIENCE);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it(
  'says in one sentence what is asked, in the bar and in the title',
  async () => {
    const { default: Table } = await import('./Table.svelte');
    render(Table, { subject: 'x' });
    const bar = await screen.findByRole('region', { name: 'What to do' }, { timeout: PATIENCE / 2 });
    expect(bar.querySelector('.headline')?.textContent).toBe('Place a stone or a tower.');
    expect(document.title).toBe('● Place a stone or a tower. · SiegeStones');
  },
  PATIENCE,
);
