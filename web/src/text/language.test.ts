import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let asked: string[];

/** The words as a page at this address has them, from a server that has only those of `spoken`. */
async function pageAt(search: string, spoken: string[] = ['en']) {
  window.history.replaceState(null, '', `/${search}`);
  vi.resetModules();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const found = spoken.find((language) => path.endsWith(`/${language}`));
    return found ? new Response(`hello = Hello in ${found}`) : new Response('', { status: 404 });
  });
  return { ...(await import('./language')), ...(await import('./sentences')) };
}

beforeEach(() => {
  asked = [];
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

it.each(['de', 'qps', 'pt-BR', 'zh-Hant-TW'])('takes %s from the address, and keeps it', async (tag) => {
  expect((await pageAt(`?lang=${tag}`)).language).toBe(tag);
  expect((await pageAt('')).language).toBe(tag);
});

it.each(['../../me', 'en/x', 'EN', 'e', 'german', 'de_DE', 'de-', 'en-ab-cd', 'en-aaaaa-bbbbb-ccccc-ddddd'])(
  'takes %s for no language, neither from the address nor kept',
  async (tag) => {
    expect((await pageAt(`?lang=${encodeURIComponent(tag)}`)).language).toBe('en');
    sessionStorage.setItem('siegeworks language', tag);
    expect((await pageAt('')).language).toBe('en');
  },
);

it('asks for the words of a language, and for English where there are none', async () => {
  const { inWords, loadWords } = await pageAt('?lang=de');
  await loadWords('a/b');
  expect(asked.toSorted()).toEqual([
    '/api/games/a%2Fb/text/de',
    '/api/games/a%2Fb/text/en',
    '/api/text/de',
    '/api/text/en',
  ]);
  expect(inWords({ code: 'hello', args: {} })).toBe('Hello in en');
});

it('says that there are no words at all, and asks again when it is told to', async () => {
  const { knowsWords, loadWords } = await pageAt('', []);
  await expect(loadWords('siege')).rejects.toThrow('no words');
  vi.stubGlobal('fetch', async () => new Response('hello = Hello'));
  await loadWords('siege');
  expect(knowsWords('siege')).toBe(true);
});

it('says nothing in half words: those of a game refer to those that all share', async () => {
  const { inWords, learnWords } = await pageAt('');
  learnWords('nobles', 'row = A { colour } stone.');
  expect(inWords({ code: 'nobles.row', args: {} })).toBe('');
  learnWords('', 'colour = blue');
  expect(inWords({ code: 'nobles.row', args: {} })).toBe('A blue stone.');
});
