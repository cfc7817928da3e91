import { badRequest } from '../errors.ts';
import type { AuthSettings, ProviderName } from '../settings.ts';
import { createFacebook } from './facebook.ts';
import { createGoogle } from './google.ts';
import type { SocialProvider } from './provider.ts';

const makers = { google: createGoogle, facebook: createFacebook };

/** The providers that this server knows; a hosted project's settings name others too. */
export const PROVIDER_NAMES = Object.keys(makers) as ProviderName[];

export type SocialProviders = ReadonlyMap<string, SocialProvider>;

/** Returns the registered providers. */
export function createProviders({ externalProviders, externalUrl, now }: AuthSettings): SocialProviders {
  const context = { callbackUrl: `${externalUrl}/auth/v1/callback`, now };
  return new Map(
    PROVIDER_NAMES.flatMap((name) => {
      const registration = externalProviders[name];
      return registration ? [[name, makers[name](registration, context)] as const] : [];
    }),
  );
}

/** Returns the provider with a name, in any case; 400 for an unknown or disabled one. */
export function requireProvider(providers: SocialProviders, name: string): SocialProvider {
  const lower = name.toLowerCase();
  const provider = providers.get(lower);
  if (provider) return provider;
  const reason = lower in makers ? 'provider is not enabled' : `Provider ${lower} could not be found`;
  throw badRequest(`Unsupported provider: ${reason}`);
}
