import { badRequest } from '../errors.ts';
import type { AuthSettings, ProviderName } from '../settings.ts';
import { createFacebook } from './facebook.ts';
import { createGoogle } from './google.ts';
import type { SocialProvider } from './provider.ts';

/** Providers in Supabase Auth's settings, in its order. */
export const PROVIDER_NAMES = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

const makers = { google: createGoogle, facebook: createFacebook };

export type SocialProviders = ReadonlyMap<string, SocialProvider>;

/** Returns the registered providers. */
export function createProviders({ externalProviders, externalUrl, now }: AuthSettings): SocialProviders {
  const context = { callbackUrl: `${externalUrl}/auth/v1/callback`, now };
  const names = Object.keys(externalProviders) as ProviderName[];
  return new Map(
    names.flatMap((name) => {
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
  const reason = PROVIDER_NAMES.includes(lower) ? 'provider is not enabled' : `Provider ${lower} could not be found`;
  throw badRequest(`Unsupported provider: ${reason}`);
}
