import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Moment } from '../api/types';
import { text } from '../text';
import Retry from './Retry.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const says = { code: 'x', args: {}, rule: null };
const legal = [{ action: 'stone d4', verb: 'stone', targets: ['cell:d4'] }];
const position = { ply: 0, seat: 0, view: { seats: 2 }, last: [], legal, prompt: says };

it('keeps the focus in sight when what was tried is not it', async () => {
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    Response.json(method === 'POST' ? { action: 'stone d4', found: false, says: [says] } : position),
  );
  const moment = { ply: 0, seat: 0, action: 'stone a1' } as Moment;
  const words = { played: '', inWords: () => 'Not yet.', onrule: () => {}, onclose: () => {} };
  render(Retry, { table: 't', moment, panel: undefined, names: ['Blue', 'Yellow'], ...words });
  const button = await screen.findByRole('button', { name: /d4/ });
  button.focus();
  await fireEvent.click(button);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(text.again.retrying));
});
