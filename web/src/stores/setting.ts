/** What the pages of puzzles need of a game besides the puzzle: its board, its words, and what its seats are called. */
import type { GameInfo, PuzzleInfo } from '../api/types';
import { panelOf, type Panel } from '../games/panel';
import { loadWords, type Names } from '../text/sentences';
import { gameOf } from './games.svelte';
import { called, callings, namesIn } from './names';

export interface Setting {
  game: GameInfo;
  panel: Panel;
  seats: string[];
  names: Names;
}

export async function settingOf({ game, seats }: PuzzleInfo): Promise<Setting> {
  const [info, panel] = await Promise.all([gameOf(game), panelOf(game), loadWords(game)]);
  const open = Array.from({ length: seats }, (_, seat) => {
    return { seat, kind: 'open' as const, level: null, name: null, numbered: info!.numbered };
  });
  const people = called(open, game);
  return { game: info!, panel: panel!, seats: callings(people), names: namesIn(people) };
}
