/** Asks again where nothing was judged: no answer came, or the server could not look. */
import { isUnanswered, Refusal } from './client';
import { pause } from './live';

const TRIES = 6;
const PASSING: readonly string[] = ['not_saved', 'slow_down'];

/** Nothing was judged: the server is away, or its database. */
export const isPassing = (problem: unknown): boolean =>
  isUnanswered(problem) || (problem instanceof Refusal && PASSING.includes(problem.code));

/** Sends the same again while nothing was judged. */
export async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await send();
    } catch (problem) {
      if (!isPassing(problem) || tries === TRIES) throw problem;
      await new Promise((done) => window.setTimeout(done, pause(tries)));
    }
  }
}
