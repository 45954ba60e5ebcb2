/** A seat's key leaves the address bar before anything is drawn: addresses are seen by others, copied and kept. */

const KEPT = 'siegeworks-key';
let key: string | null = null;
let path = '';

/** Take a key out of the address, and keep it for this tab until it has been used. */
export function hideKey(): void {
  const address = new URL(window.location.href);
  const found = address.searchParams.get('key');
  if (!found) return;
  [key, path] = [found, address.pathname];
  address.searchParams.delete('key');
  window.history.replaceState(window.history.state, '', address);
  try {
    sessionStorage.setItem(KEPT, `${address.pathname} ${key}`);
  } catch {
    // the browser keeps nothing; a reload then needs the link again
  }
}

/** The key that came with the address of this page, if there was one. */
export function keyHere(): string | null {
  if (key && path === window.location.pathname) return key;
  try {
    const [at, kept] = sessionStorage.getItem(KEPT)?.split(' ') ?? [];
    return at === window.location.pathname ? (kept ?? null) : null;
  } catch {
    return null;
  }
}

/** It was used: it opened its seat, or it opens none. */
export function dropKey(): void {
  key = null;
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // nothing was kept
  }
}

hideKey();
