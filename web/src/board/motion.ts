/** Whether things should change without moving: the system asks for it, or the page's own switch (data-calm on the root). */
export function isCalm(): boolean {
  if (typeof window === 'undefined') return true;
  return (
    document.documentElement.dataset.calm === 'on' || !!window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
  );
}

const LONGEST_FRAME = 500;

/** Until what was just drawn is on the screen; a page in the background does not wait for long. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    window.setTimeout(done, LONGEST_FRAME);
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => window.setTimeout(done)));
  });
}
