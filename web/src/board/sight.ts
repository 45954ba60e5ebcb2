/** Bringing what there is to choose into sight. */

const PHONE = '(max-width: 40rem)';

/** On a phone, where a board fills the screen, what lies below it is scrolled to; elsewhere all is in sight already. */
export function intoSight(node: HTMLElement | undefined): void {
  if (!node?.scrollIntoView || !window.matchMedia?.(PHONE).matches) return;
  requestAnimationFrame(() => node.scrollIntoView({ block: 'nearest' }));
}
