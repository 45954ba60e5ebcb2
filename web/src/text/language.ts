/** The language of the page, and the pseudo-language by which tests find words that are in no catalogue. */

export const ENGLISH = 'en';
/** English in accented letters. */
export const PSEUDO = 'qps';
const KEY = 'siegeworks language';
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const LONGEST_TAG = 20; // the server takes no longer one

/** The tag of a language, if it is one. */
function tag(asked: string | null): string | null {
  if (!asked || asked.length > LONGEST_TAG || !TAG.test(asked)) return null;
  try {
    Intl.getCanonicalLocales(asked);
    return asked;
  } catch {
    return null; // parts of a tag in no order there is
  }
}

/** Asked for in the address, and kept as long as the tab is open. */
function wanted(): string {
  if (typeof window === 'undefined') return ENGLISH;
  const asked = tag(new URLSearchParams(window.location.search).get('lang'));
  try {
    if (asked) sessionStorage.setItem(KEY, asked);
    return asked ?? tag(sessionStorage.getItem(KEY)) ?? ENGLISH;
  } catch {
    return asked ?? ENGLISH;
  }
}

export const language = wanted();
export const isPseudo = language === PSEUDO;

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'áƀçđéƒğĥíĵķłɱñóþɋřšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŢÚṼŴẊÝŽ'];

/** Every letter in another form. */
export const accented = (words: string): string =>
  words.replace(/[a-zA-Z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)]!);

/** The day of a moment, given in ms since 1970, as people here write it. */
export function dayOf(at: number): string {
  const day = new Intl.DateTimeFormat(isPseudo ? ENGLISH : language, { dateStyle: 'medium' }).format(at);
  return isPseudo ? accented(day) : day;
}

/** Marks what is put into a sentence as it is: names and titles. Colours, cards and the like are keys to words. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const NAME = /^\p{Lu}\p{Ll}|\s/u;
function mark(argument: unknown): unknown {
  if (Array.isArray(argument)) return argument.map(mark);
  return typeof argument === 'string' && NAME.test(argument) ? `${OPEN}${argument}${CLOSE}` : argument;
}
const PARTS = new RegExp(`${OPEN}[^${CLOSE}]*${CLOSE}|[^${OPEN}]+`, 'g');
const unmarked = (words: string): string =>
  words.replace(PARTS, (part) => (part.startsWith(OPEN) ? part.slice(1, -1) : accented(part)));

/** All words of an object of words, with the letters changed; what functions are given stays as it is. */
export function inAccents<T>(words: T, kept: ReadonlySet<string> = new Set()): T {
  if (typeof words === 'string') return accented(words) as T;
  if (Array.isArray(words)) return words.map((each) => inAccents(each, kept)) as T;
  if (typeof words === 'function') {
    return ((...given: unknown[]) => {
      const said: unknown = (words as (...given: unknown[]) => unknown)(...given.map(mark));
      return typeof said === 'string' ? unmarked(said) : inAccents(said, kept);
    }) as T;
  }
  if (words === null || typeof words !== 'object') return words;
  const entries = Object.entries(words).map(([key, value]) => [key, kept.has(key) ? value : inAccents(value, kept)]);
  return Object.fromEntries(entries) as T;
}
