import { afterEach, expect, it } from 'vitest';
import { dropKey, hideKey, keyHere } from './key';

afterEach(() => {
  dropKey();
  window.history.replaceState(null, '', '/');
});

it('is taken out of the address at once and stays known to this tab until it was used', () => {
  window.history.replaceState(null, '', '/t/abc?key=secret&seat=1');
  hideKey();
  expect(window.location.pathname + window.location.search).toBe('/t/abc?seat=1');
  expect(keyHere()).toBe('secret');
  hideKey(); // as after a reload: the address has none any more
  expect(keyHere()).toBe('secret');
  dropKey();
  expect(keyHere()).toBeNull();
});

it('is for its own table only', () => {
  window.history.replaceState(null, '', '/t/abc?key=secret');
  hideKey();
  window.history.replaceState(null, '', '/t/other');
  hideKey();
  expect(keyHere()).toBeNull();
});
