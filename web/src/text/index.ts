/** All words of the page. Another language is another file with the same shape. */
import { en } from './en';
import { inAccents, isPseudo } from './language';

export type Text = typeof en;
export const text: Text = isPseudo ? { ...inAccents(en), lang: en.lang, name: en.name } : en;
