/** The four suits as shapes about 24 units high around the origin. */
export const SUIT_SHAPES: Record<string, string> = {
  H: 'M0 11C-4 6-12 1-12-5A6 6 0 0 1 0-7 6 6 0 0 1 12-5C12 1 4 6 0 11z',
  D: 'M0-13L10 0 0 13-10 0z',
  S: 'M0-12C4-7 12-2 12 4A5.5 5.5 0 0 1 2 7L5 12H-5L-2 7A5.5 5.5 0 0 1-12 4C-12-2-4-7 0-12z',
  C: 'M0-12A5.6 5.6 0 0 1 4.5-3 5.6 5.6 0 1 1 2 6L5 12H-5L-2 6A5.6 5.6 0 1 1-4.5-3 5.6 5.6 0 0 1 0-12z',
};
/** A king's crown, as high as a suit. */
export const CROWN = 'M-13 8L-15-7-7.5-1 0-12 7.5-1 15-7 13 8z';
export const isRed = (suit: string): boolean => suit === 'H' || suit === 'D';
