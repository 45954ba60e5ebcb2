/** What the server has put into the page itself: the table its address names, as the first calls would answer. */
import { language } from '../text/language';
import { learnWords } from '../text/sentences';
import type { First, GameInfo, Sync } from './types';

const place = document.getElementById('first');
const written = place?.textContent;
place?.remove(); // what it holds is not for every eye at this screen
let first: Sync | null = null;
let game: GameInfo | null = null;
if (written) {
  const told = JSON.parse(written) as First; // as page.py wrote it
  first = told.sync;
  if (told.language === language) {
    game = told.game;
    for (const [place, words] of Object.entries(told.words)) learnWords(place, words);
  }
}

/** The table that came with the page, once. */
export function early(table: string): Sync | null {
  if (first?.table.id !== table) return null;
  const sync = first;
  first = null;
  return sync;
}

/** The game that came with the page, if it is the one asked for. */
export const earlyGame = (name = game?.name): GameInfo | undefined => (game && game.name === name ? game : undefined);
