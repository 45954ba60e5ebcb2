/** All words of the page, by language. Another language is another file with the same shape, named in TEXTS. */
import { en } from './en';
import { inAccents, isPseudo, language } from './language';

export type Text = typeof en;
const TEXTS: Record<string, Text> = { en };
export const text: Text = isPseudo ? { ...inAccents(en), lang: en.lang, name: en.name } : (TEXTS[language] ?? en);
