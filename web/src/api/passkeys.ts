/** Passkeys, by the browser's own means. The server checks whatever they give. */
import { text } from '../text';
import { post } from './client';

const t = text.passkeys;

/** Why no passkey can be made or shown here; nothing if it can. */
export function whyNot(): string {
  const { hostname } = window.location;
  if (!window.isSecureContext) return t.needsHttps;
  if (/^[\d.]+$|^\[/.test(hostname)) return t.needsName;
  const known = 'PublicKeyCredential' in window ? window.PublicKeyCredential : undefined;
  return known && 'parseCreationOptionsFromJSON' in known ? '' : t.noBrowser;
}

/** What went wrong at the device, in words: most often somebody has changed their mind. */
export class NotShown extends Error {}

async function asked<C extends Credential | null>(work: Promise<C>): Promise<Record<string, unknown>> {
  try {
    const found = (await work) as PublicKeyCredential | null;
    if (found) return found.toJSON() as unknown as Record<string, unknown>;
  } catch (problem) {
    throw new NotShown((problem as Error).name === 'InvalidStateError' ? t.already : t.cancelled);
  }
  throw new NotShown(t.cancelled);
}

export async function makePasskey(name: string): Promise<void> {
  const { options } = await post('/api/me/passkeys/options', undefined);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await asked(navigator.credentials.create({ publicKey }));
  await post('/api/me/passkeys', { credential, ...(name && { name }) });
}

export async function showPasskey(name: string): Promise<void> {
  const { options } = await post('/api/passkeys/options', undefined);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await asked(navigator.credentials.get({ publicKey }));
  await post('/api/passkeys', { credential, ...(name && { name }) });
}
