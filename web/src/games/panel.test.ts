import { describe, expect, it } from 'vitest';
import { panelOf, panels } from './panel';

const rules = import.meta.glob<string>('../../../docs/rules/*.md', { query: '?raw', import: 'default', eager: true });

describe('the panels', () => {
  it.each(Object.keys(panels))('%s has a tip from its rules', async (game) => {
    const { tip } = (await panelOf(game))!;
    expect(rules[`../../../docs/rules/${game}.md`]).toContain(`- **${tip.rule}** `);
  });
});
