import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import Qr from './Qr.svelte';

const cells = (path: string): Set<string> =>
  new Set([...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`));

test('an address is drawn with the three corners by which a camera finds it', () => {
  render(Qr, { value: 'http://127.0.0.1:8037/t/abc?key=0123', label: 'For Yellow' });
  const picture = screen.getByRole('img', { name: 'For Yellow' });
  const size = Number(picture.getAttribute('viewBox')!.split(' ')[2]);
  const dark = cells(picture.querySelector('path')!.getAttribute('d')!);
  const [first, last] = [3, size - 3 - 7];
  for (const [x, y] of [
    [first, first],
    [last, first],
    [first, last],
  ] as const) {
    for (let step = 0; step < 7; step += 1) {
      expect(dark.has(`${x + step} ${y}`)).toBe(true);
      expect(dark.has(`${x} ${y + step}`)).toBe(true);
    }
    expect(dark.has(`${x + 1} ${y + 1}`)).toBe(false);
    expect(dark.has(`${x + 3} ${y + 3}`)).toBe(true);
  }
});

test('another address is another picture', () => {
  const drawn = (value: string): string => {
    const { container, unmount } = render(Qr, { value, label: 'x' });
    const found = container.querySelector('path')!.getAttribute('d')!;
    unmount();
    return found;
  };
  expect(drawn('http://here/t/a')).not.toBe(drawn('http://here/t/b'));
});
