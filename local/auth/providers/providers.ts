import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { badRequest } from '../errors.ts';
import type { AuthSettings, ProviderName, ProviderRegistration } from '../settings.ts';
import { fetchJson } from './http.ts';
import { authorizationUrl, exchangeCode, joinScopes } from './oauth2.ts';
import { createOpenIdConnect, type IdClaims } from './oidc.ts';
import { type ProviderContext, type SocialProfile, type SocialProvider, withoutEmpty } from './provider.ts';

/** Issuer of Limited Login's identity tokens. */
const FACEBOOK_ISSUER = 'https://www.facebook.com';

const PROFILE_PATH = '/me?fields=email,first_name,last_name,name,picture';

/** Issuer of identities: the profile's URL on a hosted project. */
const PROFILE_ISSUER = `https://graph.facebook.com${PROFILE_PATH}`;

const text = z.string().default('');
const graphUser = z.object({
  id: z.string().min(1),
  email: text,
  first_name: text,
  last_name: text,
  name: text,
  picture: z.object({ data: z.object({ url: text }) }).optional(),
});

/** Facebook: the profile comes from the Graph API. Its email counts as confirmed. */
function createFacebook(registration: ProviderRegistration, context: ProviderContext): SocialProvider {
  const { url, secret } = registration;
  const oidc = createOpenIdConnect(url, FACEBOOK_ISSUER, context.now);
  return {
    name: 'facebook',
    clientId: registration.clientId,
    issuer: FACEBOOK_ISSUER,
    checksNonce: false,
    authorizationUrl: (state, scopes, extra) =>
      Promise.resolve(
        authorizationUrl(`${url}/dialog/oauth`, registration, context, {
          state,
          extra,
          scopes: joinScopes(['email'], scopes),
        }),
      ),
    exchange: (code) => exchangeCode(`${url}/oauth/access_token`, registration, context, code),
    async profile({ accessToken }) {
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex');
      const user = await fetchJson(`${url}${PROFILE_PATH}&appsecret_proof=${proof}`, graphUser, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      return graphProfile(user);
    },
    async verifyIdToken(idToken, accessToken) {
      const claims = await oidc.verify(idToken, { accessToken });
      return { profile: limitedProfile(claims), audience: claims.aud, nonce: claims.nonce };
    },
  };
}

function graphProfile(user: z.output<typeof graphUser>): SocialProfile {
  const fullName = `${user.first_name} ${user.last_name}`.trim();
  const picture = user.picture?.data.url;
  return {
    subject: user.id,
    email: user.email ? { address: user.email, verified: true } : null,
    claims: withoutEmpty({
      iss: PROFILE_ISSUER,
      sub: user.id,
      name: fullName,
      nickname: user.name,
      picture,
      slug: user.name,
      avatar_url: picture,
      full_name: fullName,
      provider_id: user.id,
    }),
  };
}

function limitedProfile({ iss, sub, name, picture, email }: IdClaims): SocialProfile {
  return {
    subject: sub,
    email: email ? { address: email, verified: true } : null,
    claims: withoutEmpty({ iss, sub, name, picture, provider_id: sub }),
  };
}

const ISSUER = 'https://accounts.google.com';

/** Google: the profile is in the identity token that comes with the access token. */
function createGoogle(registration: ProviderRegistration, context: ProviderContext): SocialProvider {
  const oidc = createOpenIdConnect(registration.url, ISSUER, context.now);
  return {
    name: 'google',
    clientId: registration.clientId,
    issuer: ISSUER,
    checksNonce: true,
    async authorizationUrl(state, scopes, extra) {
      const { authorization_endpoint: endpoint } = await oidc.metadata();
      return authorizationUrl(endpoint, registration, context, {
        state,
        extra,
        scopes: joinScopes(['email', 'profile'], scopes),
      });
    },
    async exchange(code) {
      const { token_endpoint: endpoint } = await oidc.metadata();
      if (!endpoint) throw new Error(`${registration.url} names no token endpoint`);
      return exchangeCode(endpoint, registration, context, code);
    },
    async profile({ idToken, accessToken }) {
      return profileOf(await oidc.verify(idToken, { accessToken, audience: registration.clientId }));
    },
    async verifyIdToken(idToken, accessToken) {
      const claims = await oidc.verify(idToken, { accessToken });
      return { profile: profileOf(claims), audience: claims.aud, nonce: claims.nonce };
    },
  };
}

function profileOf(claims: IdClaims): SocialProfile {
  const { iss, sub, name, picture, hd } = claims;
  return {
    subject: sub,
    email: claims.email ? { address: claims.email, verified: claims.email_verified } : null,
    claims: {
      ...withoutEmpty({ iss, sub, name, picture, full_name: name, avatar_url: picture, provider_id: sub }),
      ...(hd ? { custom_claims: { hd } } : {}),
    },
  };
}

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
