/** The table an address names is asked for before the page's own scripts are all there. */

const named = /^\/t\/([^/]+)$/.exec(window.location.pathname)?.[1];
const asked = named && !window.location.search.includes('key=') ? fetch(`/api/tables/${named}`) : null;
let used = false;
asked?.catch(() => {});

/** The early answer for this table, once. */
export async function early(table: string): Promise<any | null> {
  if (!asked || used || table !== named) return null;
  used = true;
  try {
    const answer = await asked;
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
