/** The game that is played at a table: its board, and what it is. */
import { earlyGame } from '../api/early';
import { pause } from '../api/live';
import type { GameInfo } from '../api/types';
import { panelAtHand, panelOf, type Panel } from '../games/panel';
import { gameOf } from './games.svelte';

export class Met {
  panel = $state.raw<Panel | undefined>();
  game = $state.raw<GameInfo | undefined>();
  /** Whether the board has come, or will not. */
  drawn = $state(false);
  #wanted = '';
  #again = 0;
  #isLeft = false;

  /** The board and the game, at once where they are at hand. */
  meet(wanted: string): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    const [panel, game] = [panelAtHand(wanted), earlyGame(wanted)];
    this.panel = panel;
    this.game = game;
    this.drawn = !!panel && !!game;
    if (!this.drawn) void this.#fetch(wanted);
  }

  /** As long as the server does not tell of the game, it is asked again. */
  async #fetch(wanted: string, tries = 0): Promise<void> {
    const [board, about] = await Promise.allSettled([panelOf(wanted), gameOf(wanted)]);
    if (board.status === 'fulfilled') this.panel = board.value;
    if (about.status === 'fulfilled') this.game = about.value;
    else if (!this.#isLeft) this.#again = window.setTimeout(() => this.#fetch(wanted, tries + 1), pause(tries));
    this.drawn = true;
  }

  close(): void {
    this.#isLeft = true;
    window.clearTimeout(this.#again);
  }
}
