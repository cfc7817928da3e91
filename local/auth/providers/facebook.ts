import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ProviderRegistration } from '../settings.ts';
import { fetchJson } from './http.ts';
import { authorizationUrl, exchangeCode, joinScopes } from './oauth2.ts';
import { createOpenIdConnect, type IdClaims } from './oidc.ts';
import { withoutEmpty, type ProviderContext, type SocialProfile, type SocialProvider } from './provider.ts';

/** Issuer of Limited Login's identity tokens. */
const ISSUER = 'https://www.facebook.com';

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
export function createFacebook(registration: ProviderRegistration, context: ProviderContext): SocialProvider {
  const { url, secret } = registration;
  const oidc = createOpenIdConnect(url, ISSUER, context.now);
  return {
    name: 'facebook',
    clientId: registration.clientId,
    issuer: ISSUER,
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
