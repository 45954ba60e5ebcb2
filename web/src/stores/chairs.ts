/** What the host may change: the seats of bots in a game that goes on, and of other people. */
import type { TableInfo } from '../api/types';

export function changeable(table: TableInfo, own: readonly number[]): number[] {
  if (!table.host || table.archive) return [];
  const others = table.seats.filter((seat) => !own.includes(seat.seat));
  const found = others.filter(({ kind, gone }) => kind === 'person' || (kind === 'bot' && !table.over && !gone));
  return found.map((seat) => seat.seat);
}
