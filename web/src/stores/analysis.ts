/** The analysis of a finished game, which takes minutes: asked for, and looked at again and again until it has ended. */
import { get, post } from '../api/client';
import { insist, isPassing } from '../api/insist';
import { pause } from '../api/live';
import type { Analysis } from '../api/types';

const EVERY = 700;
const MOST_TRIES = 4; // so that the longest pause is some seconds

/** How far it is now. */
export const lookAt = (table: string): Promise<Analysis> =>
  insist(() => get('/api/tables/{table}/analysis', { table }));

/** Begin it. */
export const askFor = (table: string): Promise<Analysis> =>
  insist(() => post('/api/tables/{table}/analysis', undefined, { table }));

/**
 * Until it has ended, or nobody wants to know any more. It goes on somewhere while a server is away, so whatever is not
 * answered is asked again, for as long as it takes.
 */
export async function follow(table: string, show: (found: Analysis) => void, isWanted: () => boolean): Promise<void> {
  let tries = 0;
  while (isWanted()) {
    await new Promise((done) => window.setTimeout(done, Math.max(EVERY, tries && pause(Math.min(tries, MOST_TRIES)))));
    try {
      const found = await get('/api/tables/{table}/analysis', { table });
      show(found);
      if (found.state !== 'running') return;
      tries = 0;
    } catch (problem) {
      if (!isPassing(problem)) throw problem;
      tries++;
    }
  }
}
