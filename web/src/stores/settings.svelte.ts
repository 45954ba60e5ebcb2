/** What a person likes, kept in this browser only. */

export type Look = 'auto' | 'light' | 'dark';
export type Pace = 'calm' | 'usual' | 'swift';

interface Liked {
  look: Look;
  sound: boolean;
  confirm: boolean;
  keys: boolean;
  /** A decision without a choice plays itself. */
  auto: boolean;
  pace: Pace;
  /** Against bots a move that gives away more of the win than so many percent is held back; 0 is none. */
  coach: number;
  /** What others say at a table is shown. */
  talk: boolean;
  overlays: Record<string, Record<string, boolean>>;
}

const KEY = 'siegeworks';
const USUAL: Liked = {
  look: 'auto',
  sound: false,
  confirm: true,
  keys: true,
  auto: true,
  pace: 'usual',
  coach: 0,
  talk: true,
  overlays: {},
};

function kept(): Liked {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Liked>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings: Liked = $state(kept());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function showLook(look: Look): void {
  if (look === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = look;
}
