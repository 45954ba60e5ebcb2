/** What a device is called at first, by what its browser says of it; nothing if that says nothing. */
import { text } from '../text';

const KINDS = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Mac OS/],
  ['linux', /Linux/],
] as const;

export function kindOfDevice(): string {
  const kind = KINDS.find(([, sign]) => sign.test(navigator.userAgent))?.[0];
  return kind ? text.devices.kinds[kind] : '';
}
