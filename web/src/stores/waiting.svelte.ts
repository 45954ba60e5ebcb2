/** How many tables with other people wait for me: told quietly by the tab's title, its icon and the app's badge. */
import { get } from '../api/client';

/** How often the server is asked, in ms, besides whenever somebody looks at the page or goes elsewhere in it. */
export const EVERY = 60_000;
const PLAIN_ICON = '/icon.svg';
const WAITING_ICON = '/icon-waiting.svg';
const COUNTED = /^\(\d+\) /;

let count = $state(0);

export const waiting = {
  get count(): number {
    return count;
  },
};

/** The title a page has given itself, with the count before it. */
export const counted = (title: string, tables: number): string =>
  (tables > 0 ? `(${tables}) ` : '') + title.replace(COUNTED, '');

function show(): void {
  const title = counted(document.title, count);
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = count > 0 ? WAITING_ICON : PLAIN_ICON;
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
  if (!('setAppBadge' in navigator)) return;
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {}); // not installed, say
}

/** Ask how many wait now. Whatever goes wrong with that is nobody's concern: the last count stays. */
export async function recount(): Promise<void> {
  try {
    count = (await get('/api/me/waiting')).tables;
  } catch {
    return;
  }
  show();
}

/** The same where it has become my turn, or is not any more: my move may have been the last that was waited for. */
export function recountAfter(_myTurn: boolean): void {
  void recount();
}

/** Count from now on; the function that is returned stops it. */
export function keepCounting(): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') void recount();
  };
  const timer = window.setInterval(() => void recount(), EVERY);
  const titles = new MutationObserver(show); // each page sets its title itself
  titles.observe(document.head, { subtree: true, childList: true, characterData: true });
  document.addEventListener('visibilitychange', look);
  void recount();
  return () => {
    window.clearInterval(timer);
    titles.disconnect();
    document.removeEventListener('visibilitychange', look);
  };
}
