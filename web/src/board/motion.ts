/** Whether things should change without moving: the system asks for it, or the page's own switch (data-calm on the root). */
export function isCalm(): boolean {
  if (typeof window === 'undefined') return true;
  return document.documentElement.dataset.calm === 'on' || !!window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
}
