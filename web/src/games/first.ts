/** The game the first button of the home page begins: shown before the server has answered. */
export const FIRST = { name: 'siegestones', title: 'SiegeStones' };
