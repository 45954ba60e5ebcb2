/**
 * Sentences of the server in words. It sends a code and arguments; the words are in the same catalogues that the
 * terminal reads, written in Fluent: one that all games share, and one a game (docs/languages.md).
 */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import { get } from '../api/client';
import type { Sentence } from '../api/types';
import { accented, ENGLISH, isPseudo, language } from './language';

/** Who sits at each seat, where that stands for what the game calls it. */
export type Names = readonly (string | null)[];

const SHARED = '';
const HIDDEN = '?';
const JOINS: Record<string, [string, string]> = {
  and: ['comma', 'and'],
  ands: ['and', 'and'],
  comma: ['comma', 'comma'],
  or: ['or', 'or'],
  choice: ['comma', 'or'],
  to: ['to', 'to'],
  'and-no': ['and-no', 'and-no'],
  space: ['space', 'space'],
  semicolon: ['semicolon', 'semicolon'],
};

const words = new Map<string, string>();
const bundles = new Map<string, FluentBundle>();
const asked = new Map<string, Promise<void>>();

/** Take in the words of a place: of a game, or those that all share. */
export function learnWords(place: string, text: string): void {
  words.set(place, text);
  bundles.clear();
}

export const knowsWords = (game: string): boolean => words.has(SHARED) && words.has(game);

async function ask(place: string, wanted = isPseudo ? ENGLISH : language): Promise<void> {
  const asked = place
    ? get('/api/games/{game}/text/{language}', { game: place, language: wanted })
    : get('/api/text/{language}', { language: wanted });
  const text = await asked.catch(() => null);
  if (text !== null) learnWords(place, text);
  else if (wanted !== ENGLISH) await ask(place, ENGLISH);
  else throw new Error(`no words for ${place}`);
}

/** The words of a game, and those that all share, asked for once. */
export async function loadWords(game = SHARED): Promise<void> {
  const wanted = [SHARED, game].filter((place) => !words.has(place));
  await Promise.all(
    wanted.map((place) => {
      const going = asked.get(place) ?? ask(place).finally(() => asked.delete(place));
      asked.set(place, going);
      return going;
    }),
  );
}

function bundleOf(place: string): FluentBundle {
  let bundle = bundles.get(place);
  if (!bundle) {
    const transform = isPseudo ? { transform: accented } : {};
    bundle = new FluentBundle(isPseudo ? ENGLISH : language, { useIsolating: false, ...transform });
    for (const text of [words.get(place), words.get(SHARED)]) if (text) bundle.addResource(new FluentResource(text));
    bundles.set(place, bundle);
  }
  return bundle;
}

type Marked = { seat: number; of?: string } | { card: string } | { say: string; args: Record<string, unknown> };

/** The sentence in words; nothing as long as the words for it are on their way. */
export function inWords({ code, args }: Sentence, names: Names = []): string {
  const dot = code.lastIndexOf('.');
  const place = dot < 0 ? SHARED : code.slice(0, dot);
  if (!words.has(SHARED)) return ''; // a game's words refer to those that all share
  const bundle = bundleOf(place);
  const pattern = bundle.getMessage(code.slice(dot + 1))?.value;
  if (!pattern) return '';
  const spoken: Record<string, FluentVariable> = {};
  for (const [key, value] of Object.entries(args)) {
    spoken[key] = part(value, place, names);
    if (isMarked(value) && 'card' in value) spoken[`${key}-first`] = card(value.card, 'card-first');
  }
  return bundle.formatPattern(pattern, spoken, []);
}

const isMarked = (value: unknown): value is Marked =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function part(value: unknown, place: string, names: Names): FluentVariable {
  if (typeof value === 'number') return new FluentNumber(value, { useGrouping: false });
  if (Array.isArray(value)) return joined(value, 'and', place, names);
  if (!isMarked(value)) return String(value);
  if ('seat' in value) return names[value.seat] ?? seatWord(value.of ?? place, value.seat);
  if ('card' in value) return card(value.card, 'card');
  if ('say' in value) return inWords({ code: value.say, args: value.args }, names);
  const { list, join } = value as { list: unknown[]; join: string };
  return joined(list ?? [], join ?? 'and', place, names);
}

/** What a game calls a seat. */
export const seatWord = (game: string, seat: number): string => inWords({ code: `${game}.seat`, args: { seat } });

function card(name: string, form: string): string {
  const isOdd = name === HIDDEN || name === 'JK';
  const args = isOdd
    ? { rank: name === HIDDEN ? 'hidden' : name, suit: '' }
    : { rank: name.slice(0, -1), suit: name.slice(-1) };
  return inWords({ code: form, args });
}

function joined(items: readonly unknown[], join: string, place: string, names: Names): string {
  const spoken = items.map((item) => (typeof item === 'number' ? String(item) : String(part(item, place, names))));
  const [middle, last] = JOINS[join] ?? JOINS.and!;
  return spoken.reduce(
    (first, next, at) =>
      at === 0 ? next : inWords({ code: `list-${at === spoken.length - 1 ? last : middle}`, args: { first, next } }),
    '',
  );
}
