import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import RuleLink from './RuleLink.svelte';

afterEach(cleanup);

it('is a sign whose number stands in its place when it is asked for, and leads to the rule', async () => {
  const asked: string[] = [];
  render(RuleLink, { rule: 'T-6', onrule: (rule: string) => asked.push(rule) });
  const found = screen.getByRole('button', { name: 'Show rule T-6' });
  expect([...found.children].map((part) => part.textContent)).toEqual(['§', 'T-6']);
  await fireEvent.click(found);
  expect(asked).toEqual(['T-6']);
});

it('is nothing without a rule', () => {
  render(RuleLink, { rule: null, onrule: () => {} });
  expect(screen.queryByRole('button')).toBeNull();
});
