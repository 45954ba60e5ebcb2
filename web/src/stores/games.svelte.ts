/** The games the server offers, asked for once. */
import { get } from '../api/client';
import { earlyGame } from '../api/early';
import { language } from '../text/language';
import type { GameInfo } from '../api/types';

let asked: Promise<GameInfo[]> | null = null;

export function games(): Promise<GameInfo[]> {
  asked ??= get('/api/games', { language }).catch((problem) => {
    asked = null;
    throw problem;
  });
  return asked;
}

export async function gameOf(name: string): Promise<GameInfo | undefined> {
  return earlyGame(name) ?? (await games()).find((game) => game.name === name);
}
