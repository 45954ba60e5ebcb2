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

type Section = RulesPage['sections'][number];

/** The overview that a game's rules open with, up to its second heading, and all that follows it. */
export function inTwo(sections: readonly Section[]): { opening: Section[]; rest: Section[] } {
  const shown = sections.filter((section) => section.level > 1 || section.html); // the title stands above already
  const next = shown.findIndex((section, at) => at > 0 && section.level <= 2);
  return next < 0 ? { opening: shown, rest: [] } : { opening: shown.slice(0, next), rest: shown.slice(next) };
}

/** The section a rule stands in. */
export function sectionOf(page: RulesPage, rule: string): RulesPage['sections'][number] | undefined {
  const anchor = page.anchors[rule];
  if (!anchor) return undefined;
  return page.sections.find((section) => section.id === anchor || section.html.includes(`id="${anchor}"`));
}
