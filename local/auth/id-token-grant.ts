import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { requireUser } from './authentication.ts';
import { AuthError, badRequest, OAuthError } from './errors.ts';
import { admit, type Arrival } from './external-accounts.ts';
import { linkIdentity } from './identity-links.ts';
import { mailOrigin } from './mail-requests.ts';
import type { SocialProvider, VerifiedIdToken } from './providers/provider.ts';
import { clientInfo, optionalFlag, optionalText, readBody } from './requests.ts';
import { inTransaction, type AuthServices } from './services.ts';
import { signIn } from './sign-in.ts';

const idTokenBody = z.object({
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  provider: optionalText,
  client_id: optionalText,
  issuer: optionalText,
  link_identity: optionalFlag(false),
});
type IdTokenRequest = z.output<typeof idTokenBody>;

/** Values of a request's `issuer` that identify a provider, even a disabled one. */
const issuers = { google: 'https://accounts.google.com', facebook: 'https://www.facebook.com' };

const invalid = (description: string) => new OAuthError('invalid request', description);

/** Signs in with an identity token that the client got from the provider itself, as from Google's button. */
export async function idTokenGrant(services: AuthServices, c: Context): Promise<Response> {
  const body = await readBody(c, idTokenBody);
  if (!body.id_token) throw invalid('id_token required');
  if (!body.provider && !(body.client_id && body.issuer)) throw invalid('provider or client_id and issuer required');
  if (body.link_identity && !c.req.header('authorization')) {
    throw invalid('Linking requires a valid user access token in Authorization');
  }
  const load = body.link_identity ? await requireUser(services, c) : null;
  const target = load && (await inTransaction(services, load)).user;
  const provider = findProvider(services, body);
  const { profile } = await verify(provider, body);

  const client = clientInfo(c);
  const arrival: Arrival = { provider: provider.name, profile, origin: mailOrigin(c, services), ip: client.ip };
  const session = await inTransaction(services, async (tx) => {
    const user = await (target ? linkIdentity(services, tx, target, arrival) : admit(services, tx, arrival));
    return user instanceof AuthError ? user : signIn(services, tx, user, 'oauth', client);
  });
  return c.json(session);
}

function findProvider({ providers }: AuthServices, { provider: name, issuer }: IdTokenRequest): SocialProvider {
  const [known, knownIssuer] =
    Object.entries(issuers).find(([provider, itsIssuer]) => provider === name || itsIssuer === issuer) ?? [];
  if (!known) throw badRequest(`Custom OIDC provider "${name}" not allowed`);
  const provider = providers.get(known);
  if (!provider) throw badRequest(`Provider (issuer "${knownIssuer}") is not enabled`, 'provider_disabled');
  return provider;
}

async function verify(provider: SocialProvider, body: IdTokenRequest): Promise<VerifiedIdToken> {
  const token = await provider.verifyIdToken(body.id_token, body.access_token).catch(() => {
    // The response hides the exact reason from a possible forger.
    throw invalid('Bad ID token');
  });
  if (!token.profile.subject) throw invalid('Missing sub claim in id_token');
  if (!token.audience.includes(provider.clientId)) {
    throw invalid(`Unacceptable audience in id_token: [${token.audience.join(' ')}]`);
  }
  if (provider.checksNonce) requireNonce(token.nonce, body.nonce);
  return token;
}

/** Compares the token's hash with the nonce, which only the requesting client knows. */
function requireNonce(inToken: string, given: string): void {
  if ((inToken === '') !== (given === '')) {
    throw invalid('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (inToken !== '' && createHash('sha256').update(given).digest('hex') !== inToken) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}
