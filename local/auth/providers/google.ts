import type { ProviderRegistration } from '../settings.ts';
import { authorizationUrl, exchangeCode, joinScopes } from './oauth2.ts';
import { createOpenIdConnect, type IdClaims } from './oidc.ts';
import { withoutEmpty, type ProviderContext, type SocialProfile, type SocialProvider } from './provider.ts';

const ISSUER = 'https://accounts.google.com';

/** Google: the profile is in the identity token that comes with the access token. */
export function createGoogle(registration: ProviderRegistration, context: ProviderContext): SocialProvider {
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
