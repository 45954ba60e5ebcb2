import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { OptionInfo } from '../api/types';
import OptionField from './OptionField.svelte';

afterEach(cleanup);

const option = (more: Partial<OptionInfo>): OptionInfo => ({
  name: 'balanced',
  values: [false, true],
  labels: ['No', 'Yes'],
  default: false,
  rule: 'T-30',
  says: 'equal threats cancel out',
  seats: [],
  ...more,
});

it('is a switch for yes and no, which says what is usual', async () => {
  render(OptionField, { option: option({}), game: 'siegestones', value: false });
  const found = screen.getByRole<HTMLInputElement>('switch', { name: 'Equal threats cancel out (default: off)' });
  expect(found.checked).toBe(false);
  await fireEvent.click(found);
  expect(found.checked).toBe(true);
  expect(screen.getByRole('link', { name: 'Show rule T-30' }).getAttribute('href')).toBe(
    '/rules/siegestones?rule=T-30',
  );
});

it('is a list of words for the rest, with the usual one marked', async () => {
  const towers = option({
    values: [5, 0, 4],
    labels: ['5', '8 for two seats, else 9', '4'],
    default: 5,
    says: 'towers',
  });
  render(OptionField, { option: towers, game: 'siegestones', value: 5 });
  const found = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Towers' });
  expect([...found.options].map((each) => each.text)).toEqual(['8 for two seats, else 9', '4', '5 (default)']);
  await fireEvent.change(found, { target: { value: '0' } });
  expect(found.value).toBe('0');
});
