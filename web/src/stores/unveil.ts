/** Views of one position by several seats, put together: what one of them sees, all see. */

/** A pile of which a seat knows only some cards. */
const isPile = (seen: unknown): boolean =>
  typeof seen === 'object' && seen !== null && 'count' in seen && 'known' in seen;
const isRecord = (seen: unknown): seen is Record<string, unknown> =>
  typeof seen === 'object' && seen !== null && !Array.isArray(seen);

export function together(mine: unknown, other: unknown): unknown {
  if (mine === null || mine === undefined || (isPile(mine) && Array.isArray(other))) return other;
  if (Array.isArray(mine) && Array.isArray(other)) return mine.map((each, at) => together(each, other[at]));
  if (!isRecord(mine) || !isRecord(other)) return mine;
  return Object.fromEntries(Object.entries(mine).map(([name, each]) => [name, together(each, other[name])]));
}
