import { Hono, type Context } from 'hono';
import { fullName } from './accounts.ts';
import type { Client } from './authorization-requests.ts';
import { clientCredentials, readForm, sameSecret } from './client-credentials.ts';
import { consentRoutes } from './consent.ts';
import type { Grant, Grants } from './grants.ts';
import { accessTokenHash, type IdTokenSigner } from './id-tokens.ts';
import { pictureUrl } from './pictures.ts';

/** Issuer of identity tokens, independent of the serving host: as in an account's data on a hosted project. */
const GOOGLE_ISSUER = 'https://accounts.google.com';

const TOKEN_SECONDS = 3_599;

export type StandIn = { url: string; client: Client; grants: Grants; signer: IdTokenSigner; now: () => Date };

/** Google's OpenID Connect: discovery, consent page, tokens, keys and userinfo. */
export function googleRoutes(standIn: StandIn): Hono {
  const { url, client, grants, signer } = standIn;
  return new Hono()
    .get('/.well-known/openid-configuration', (c) =>
      c.json({
        issuer: GOOGLE_ISSUER,
        authorization_endpoint: `${url}/o/oauth2/v2/auth`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/v1/userinfo`,
        jwks_uri: `${url}/oauth2/v3/certs`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        grant_types_supported: ['authorization_code'],
      }),
    )
    .get('/oauth2/v3/certs', async (c) => c.json(await signer.jwks()))
    .route(
      '/',
      consentRoutes({
        provider: 'google',
        title: 'Google',
        path: '/o/oauth2/v2/auth',
        client,
        emailStates: {
          verified: 'It is confirmed',
          unverified: 'It is not confirmed',
          none: 'Nothing: the address is kept back',
        },
        refusals: {
          unknown_client: { status: 401, text: 'Error 401: invalid_client. The OAuth client was not found.' },
          foreign_redirect: { status: 400, text: 'Error 400: redirect_uri_mismatch' },
          unsupported_response_type: { status: 400, text: 'Error 400: unsupported_response_type' },
          missing_scope: { status: 400, text: 'Error 400: invalid_request. Missing required parameter: scope' },
        },
        granted: ({ state, scopes }, grant) => ({
          query: {
            ...(state ? { state } : {}),
            code: grants.issueCode('4/0A', grant),
            scope: scopes.join(' '),
            authuser: '0',
            prompt: 'consent',
          },
          fragment: '',
        }),
        denied: ({ state }) => ({ query: { error: 'access_denied', ...(state ? { state } : {}) }, fragment: '' }),
      }),
    )
    .post('/token', (c) => exchange(standIn, c))
    .get('/v1/userinfo', (c) => {
      const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      const grant = grants.findToken(token);
      if (grant) return c.json(personClaims(url, grant));
      return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401);
    });
}

async function exchange({ url, client, grants, signer, now }: StandIn, c: Context): Promise<Response> {
  const form = await readForm(c);
  const credentials = clientCredentials(c, form);
  const { registration } = client;
  if (!registration || credentials.id !== registration.clientId) {
    return c.json({ error: 'invalid_client', error_description: 'The OAuth client was not found.' }, 401);
  }
  if (!sameSecret(credentials.secret, registration.secret)) {
    return c.json({ error: 'invalid_client', error_description: 'Unauthorized' }, 401);
  }
  const grantType = form.get('grant_type') ?? '';
  if (grantType !== 'authorization_code') {
    const description = `Invalid grant_type: ${grantType}`;
    return c.json({ error: 'unsupported_grant_type', error_description: description }, 400);
  }
  if (form.get('redirect_uri') !== client.callbackUrl) {
    return c.json({ error: 'redirect_uri_mismatch', error_description: 'Bad Request' }, 400);
  }
  const grant = grants.spendCode(form.get('code') ?? '');
  if (!grant) return c.json({ error: 'invalid_grant', error_description: 'Malformed auth code.' }, 400);

  const accessToken = grants.issueToken('ya29.', grant, TOKEN_SECONDS);
  const issuedAt = Math.floor(now().getTime() / 1_000);
  const idToken = await signer.sign({
    iss: GOOGLE_ISSUER,
    azp: registration.clientId,
    aud: registration.clientId,
    ...personClaims(url, grant),
    at_hash: accessTokenHash(accessToken),
    ...(grant.nonce ? { nonce: grant.nonce } : {}),
    iat: issuedAt,
    exp: issuedAt + TOKEN_SECONDS + 1,
  });
  return c.json({
    access_token: accessToken,
    expires_in: TOKEN_SECONDS,
    ...(grant.offline ? { refresh_token: grants.issueToken('1//0', grant, TOKEN_SECONDS) } : {}),
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
    id_token: idToken,
  });
}

/** Returns the claims that the scopes allow. */
function personClaims(url: string, { account, emailState, scopes }: Grant): Record<string, unknown> {
  const tellsEmail = scopes.includes('email') && emailState !== 'none';
  return {
    sub: account.id,
    ...(tellsEmail ? { email: account.email, email_verified: emailState === 'verified' } : {}),
    ...(scopes.includes('profile')
      ? {
          name: fullName(account),
          picture: pictureUrl(url, account),
          given_name: account.givenName,
          ...(account.familyName ? { family_name: account.familyName } : {}),
        }
      : {}),
  };
}
