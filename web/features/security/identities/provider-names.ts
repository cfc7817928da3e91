import type { AuthProviderName } from '#web/lib/env.ts';

/** Names that are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<AuthProviderName, string>> = { google: 'Google', facebook: 'Facebook' };

/** A provider's name; null for what is no other service. */
export function providerName(provider: string): string | null {
  return PROVIDER_NAMES[provider as AuthProviderName] ?? null;
}
