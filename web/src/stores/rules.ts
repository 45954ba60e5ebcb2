/** The rules pages, each asked for once. */
import { get } from '../api/client';
import type { RulesPage } from '../api/types';

const asked = new Map<string, Promise<RulesPage>>();

export function rulesOf(game: string): Promise<RulesPage> {
  let page = asked.get(game);
  if (!page) {
    page = get('/api/rules/{game}', { game });
    asked.set(game, page);
    page.catch(() => asked.delete(game));
  }
  return page;
}

/** The section a rule stands in. */
export function sectionOf(page: RulesPage, rule: string): RulesPage['sections'][number] | undefined {
  const anchor = page.anchors[rule];
  if (!anchor) return undefined;
  return page.sections.find((section) => section.id === anchor || section.html.includes(`id="${anchor}"`));
}
