/** Where others find the server: a page that was opened by localhost asks it. */
import { get } from './client';

const OWN = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

export interface Reach {
  /** What links for others begin with. */
  origin: string;
  /** Whether nobody but this machine can open them. */
  alone: boolean;
}

/** What is known without asking. */
export const here = (): Reach => ({ origin: window.location.origin, alone: false });

/** What links for others begin with; without an answer, what the page was opened by. */
export async function forOthers(hostname = window.location.hostname): Promise<Reach> {
  if (!OWN.test(hostname)) return here();
  const told = await get('/api/address', {}).catch(() => null);
  return { origin: told?.address ?? here().origin, alone: told?.alone ?? false };
}
