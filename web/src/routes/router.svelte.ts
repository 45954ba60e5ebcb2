/** Which page the address bar names, and how to go to another without loading anew. */

import { hideKey } from '../api/key';

/** What follows a table's address where only one's own hand is shown, and where all look at it on a large screen. */
export const HAND = 'hand';
export const SCREEN = 'screen';

export interface Place {
  path: string;
  parts: string[];
  query: URLSearchParams;
}

function here(): Place {
  const { pathname, search } = window.location;
  return { path: pathname, parts: pathname.split('/').filter(Boolean), query: new URLSearchParams(search) };
}

let place = $state.raw<Place>(here());

export const router = {
  get place(): Place {
    return place;
  },
};

export function go(address: string, replace = false): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', address);
  hideKey();
  const before = place.path;
  place = here();
  if (place.path !== before) window.scrollTo(0, 0);
}

/** Whether this phone is the hand of somebody whose table stands on a large screen. */
export const isHand = (): boolean => place.parts[0] === 't' && place.parts[2] === HAND;

/** The way to another table, seen in the same way as this one. */
export const wayTo = (table: string): string => (isHand() ? `/t/${table}/${HAND}` : `/t/${table}`);

/** Plain left clicks on our own links stay on the page. */
export function keepClicks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target || link.origin !== window.location.origin || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.hash && link.pathname === window.location.pathname && link.search === window.location.search) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

window.addEventListener('popstate', () => (place = here()));
