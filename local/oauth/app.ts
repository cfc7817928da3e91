import { type Context, Hono } from 'hono';
import { createHmac } from 'node:crypto';
import { isLoopback, type ProviderName, type ProviderRegistration } from '../auth/settings.ts';
import { fullName } from './accounts.ts';
import { clientCredentials, readForm, sameSecret } from './client-credentials.ts';
import { consentRoutes } from './consent.ts';
import { googleRoutes, type StandIn } from './google.ts';
import { createGrants, type Grant } from './grants.ts';
import { createIdTokenSigner } from './id-tokens.ts';
import { pictureUrl, sendPicture } from './pictures.ts';
import { PROVIDERS_PATH } from './registrations.ts';

/** Issuer of Limited Login's identity tokens, which only mobile apps get: none is issued here. */
const FACEBOOK_ISSUER = 'https://www.facebook.com';

/** Sixty days. */
const TOKEN_SECONDS = 5_184_000;

/** Facebook appends it to every redirect URL. */
const FRAGMENT = '_=_';

/** Facebook Login: the dialog, the token endpoint, and the Graph API's `/me`. */
function facebookRoutes(standIn: StandIn): Hono {
  const { url, client, grants, signer } = standIn;
  return new Hono()
    .get('/.well-known/openid-configuration', (c) =>
      c.json({
        issuer: FACEBOOK_ISSUER,
        authorization_endpoint: `${url}/dialog/oauth`,
        jwks_uri: `${url}/.well-known/oauth/openid/jwks/`,
        response_types_supported: ['id_token', 'token id_token'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    )
    .get('/.well-known/oauth/openid/jwks/', async (c) => c.json(await signer.jwks()))
    .route(
      '/',
      consentRoutes({
        provider: 'facebook',
        title: 'Facebook',
        path: '/dialog/oauth',
        client,
        // Facebook only returns confirmed emails.
        emailStates: { verified: 'It is confirmed', none: 'Nothing: there is none, or it is not confirmed' },
        refusals: {
          unknown_client: { status: 400, text: 'Invalid App ID: the app ID does not look like a valid app ID.' },
          foreign_redirect: {
            status: 400,
            text: 'URL blocked: the redirect URI is not among the app’s valid OAuth redirect URIs.',
          },
          unsupported_response_type: { status: 400, text: 'Invalid parameter: response_type' },
          missing_scope: { status: 400, text: 'Invalid scopes: none was named.' },
        },
        granted: ({ state }, grant) => ({
          query: { code: grants.issueCode('AQ', grant), ...(state ? { state } : {}) },
          fragment: FRAGMENT,
        }),
        denied: ({ state }) => ({
          query: {
            error: 'access_denied',
            error_code: '200',
            error_description: 'Permissions error',
            error_reason: 'user_denied',
            ...(state ? { state } : {}),
          },
          fragment: FRAGMENT,
        }),
      }),
    )
    .on(['GET', 'POST'], '/oauth/access_token', (c) => exchange(standIn, c))
    .get('/me', (c) => me(standIn, c));
}

async function exchange({ client, grants }: StandIn, c: Context): Promise<Response> {
  const form = c.req.method === 'POST' ? await readForm(c) : new URLSearchParams(c.req.query());
  const credentials = clientCredentials(c, form);
  const { registration } = client;
  if (!registration || credentials.id !== registration.clientId) {
    return graphError(c, 101, 'Error validating application. Cannot get application info due to a system error.');
  }
  if (!sameSecret(credentials.secret, registration.secret)) {
    return graphError(c, 1, 'Error validating client secret.');
  }
  if (form.get('redirect_uri') !== client.callbackUrl) {
    const message =
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request';
    return graphError(c, 100, message);
  }
  const grant = grants.spendCode(form.get('code') ?? '');
  if (!grant) return graphError(c, 100, 'This authorization code has been used.');
  const accessToken = grants.issueToken('EAA', grant, TOKEN_SECONDS);
  return c.json({ access_token: accessToken, token_type: 'bearer', expires_in: TOKEN_SECONDS });
}

/** Returns the requested fields to a caller with the app secret's proof. */
function me({ url, client, grants }: StandIn, c: Context): Response {
  const bearer = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const token = bearer ?? c.req.query('access_token') ?? '';
  const grant = grants.findToken(token);
  if (!grant) return graphError(c, 190, 'Invalid OAuth access token.');
  const proof = createHmac('sha256', client.registration?.secret ?? '')
    .update(token)
    .digest('hex');
  if (!sameSecret(c.req.query('appsecret_proof') ?? '', proof)) {
    return graphError(c, 100, 'Invalid appsecret_proof provided in the API argument');
  }
  const wanted = (c.req.query('fields') ?? 'name').split(',');
  const known = new Map(Object.entries(profile(url, grant)));
  const fields = wanted.filter((field) => known.has(field)).map((field) => [field, known.get(field)] as const);
  return c.json({ ...Object.fromEntries(fields), id: grant.account.id });
}

function profile(url: string, { account, emailState, scopes }: Grant): Record<string, unknown> {
  return {
    name: fullName(account),
    first_name: account.givenName,
    last_name: account.familyName,
    picture: { data: { height: 50, is_silhouette: false, url: pictureUrl(url, account), width: 50 } },
    ...(scopes.includes('email') && emailState === 'verified' ? { email: account.email } : {}),
  };
}

function graphError(c: Context, code: number, message: string): Response {
  return c.json({ error: { message, type: 'OAuthException', code } }, 400);
}

type StandInOptions = {
  /** Base URL of the server that includes the stand-ins. */
  externalUrl: string;
  registrations: Partial<Record<ProviderName, ProviderRegistration>>;
  now: () => Date;
};

const routes = { google: googleRoutes, facebook: facebookRoutes };

/** Google and Facebook under `/providers/<name>`, for this machine only. */
export function createProvidersApp({ externalUrl, registrations, now }: StandInOptions): Hono {
  const app = new Hono().use('*', async (c, next) => {
    // Refuses foreign hosts: DNS rebinding could otherwise let a foreign page sign in as anybody.
    if (!isLoopback(new URL(c.req.url).hostname)) return c.text('The stand-ins only answer as localhost', 421);
    return next();
  });
  for (const name of ['google', 'facebook'] as const) {
    const standIn: StandIn = {
      url: `${externalUrl}${PROVIDERS_PATH}/${name}`,
      client: { registration: registrations[name], callbackUrl: `${externalUrl}/auth/v1/callback` },
      grants: createGrants(now),
      signer: createIdTokenSigner(),
      now,
    };
    app.route(`/${name}`, routes[name](standIn).get('/picture', sendPicture));
  }
  return app;
}
