import { vi } from 'vitest';

/** Test files share a page, as making one takes longer than most tests. Each begins with an empty one and new modules. */
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
if (typeof document !== 'undefined') {
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

/** What jsdom lacks: nothing changes its size there. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
