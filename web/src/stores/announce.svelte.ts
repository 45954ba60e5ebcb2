/** What a screen reader is told. The regions stand in App and are never removed, so that nothing is missed. */

export const spoken = $state({ quiet: '', loud: '' });

let flip = false;

/** The same words twice in a row are spoken twice: an unseen mark makes them differ. */
function fresh(words: string): string {
  flip = !flip;
  return flip ? words : `${words}\u00a0`;
}

export function say(words: string): void {
  if (words) spoken.quiet = fresh(words);
}

export function warn(words: string): void {
  if (words) spoken.loud = fresh(words);
}

/** What was said is not for who comes next. */
export function hush(): void {
  spoken.quiet = spoken.loud = '';
}
