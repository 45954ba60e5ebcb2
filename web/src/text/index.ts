/** All words of the page. Another language is another file with the same shape. */
import { en } from './en';

export type Text = typeof en;
export const text: Text = en;
