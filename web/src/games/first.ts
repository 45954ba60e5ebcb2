/** The game the first button of the home page begins, with its board and scene: shown before the server has answered. */
import { anyGames } from './panel';
import scene from './samples/siegestones.json';
import { panel } from './siegestones';

export const FIRST = { name: 'siegestones', title: 'SiegeStones', panel: anyGames(panel), scene };
