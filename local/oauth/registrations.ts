import { randomBytes, randomInt } from 'node:crypto';
import type { ProviderName, ProviderRegistration } from '../auth/settings.ts';

/** Path of the stand-ins on the auth server's port. */
export const PROVIDERS_PATH = '/providers';

/** Registers an auth server with its own stand-ins; new secrets for each start. */
export function registerWithStandIns(
  externalUrl: string,
  names: readonly ProviderName[],
): Partial<Record<ProviderName, ProviderRegistration>> {
  const clientIds: Record<ProviderName, string> = {
    google: `${digits(12)}-${randomBytes(16).toString('hex')}.apps.googleusercontent.com`,
    facebook: digits(16),
  };
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        clientId: clientIds[name],
        secret: randomBytes(24).toString('base64url'),
        url: `${externalUrl}${PROVIDERS_PATH}/${name}`,
      },
    ]),
  );
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(1, 10)).join('');
}
