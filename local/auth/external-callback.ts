import type { Context } from 'hono';
import { AuthError, badRequest, OAuthError } from './errors.ts';
import { admit, type Arrival } from './external-accounts.ts';
import { endFlow, findExternalFlow, issueExternalCode, lockExternalFlow, type ExternalFlow } from './external-flows.ts';
import { linkIdentity } from './identity-links.ts';
import { mailOrigin } from './mail-requests.ts';
import type { ProviderTokens, SocialProfile } from './providers/provider.ts';
import { requireProvider } from './providers/providers.ts';
import { withCode, withError, withSession } from './redirect-answers.ts';
import { clientInfo } from './requests.ts';
import { inTransaction, type AuthServices } from './services.ts';
import { signIn } from './sign-in.ts';

/** Handles the return from a provider: always redirects, with tokens, a code or an error. */
export async function returnFromProvider(services: AuthServices, c: Context): Promise<Response> {
  const { settings } = services;
  const answer = await readAnswer(c);
  let flow: ExternalFlow;
  try {
    flow = await inTransaction(services, (tx) => findExternalFlow(tx, settings, answer.get('state') ?? ''));
  } catch (error) {
    // An unknown flow: only the site's own URL is safe, and the client is unknown.
    return c.redirect(withError(settings.siteUrl, error, { inFragment: false }), 303);
  }
  const target = flow.row.referrer || settings.siteUrl;
  try {
    return c.redirect(await finish(services, c, flow, answer, target), 302);
  } catch (error) {
    return c.redirect(withError(target, error, { inFragment: true }), 302);
  }
}

/** Returns the query, or for a form post its fields before the query. */
async function readAnswer(c: Context): Promise<URLSearchParams> {
  const answer = new URL(c.req.url).searchParams;
  if (c.req.method === 'POST') {
    for (const [name, value] of new URLSearchParams(await c.req.text())) answer.set(name, value);
  }
  return answer;
}

async function finish(
  services: AuthServices,
  c: Context,
  { row, target: linkingTarget }: ExternalFlow,
  answer: URLSearchParams,
  target: string,
): Promise<string> {
  const { tokens, profile } = await askProvider(services, row.provider_type, answer);
  const client = clientInfo(c);
  const arrival: Arrival = {
    provider: row.provider_type,
    profile,
    origin: mailOrigin(c, services),
    ip: client.ip,
  };
  return inTransaction(services, async (tx) => {
    await lockExternalFlow(tx, row.id);
    const user = await (linkingTarget
      ? linkIdentity(services, tx, linkingTarget, arrival)
      : admit(services, tx, arrival));
    if (user instanceof AuthError) return user;
    if (row.auth_code) {
      await issueExternalCode(tx, row, user, tokens);
      return withCode(target, row.auth_code);
    }
    const session = await signIn(services, tx, user, 'oauth', client);
    await endFlow(tx, row.id);
    return withSession(target, session, {
      provider_token: tokens.accessToken,
      ...(tokens.refreshToken ? { provider_refresh_token: tokens.refreshToken } : {}),
    });
  });
}

/** Exchanges the provider's code for a profile, before any row is locked. */
async function askProvider(
  { providers }: AuthServices,
  name: string,
  answer: URLSearchParams,
): Promise<{ tokens: ProviderTokens; profile: SocialProfile }> {
  const error = answer.get('error');
  if (error) throw new OAuthError(error, answer.get('error_description') ?? '');
  const code = answer.get('code');
  if (!code) throw badRequest('OAuth callback with missing authorization code missing', 'bad_oauth_callback');
  const provider = requireProvider(providers, name);
  const tokens = await provider
    .exchange(code)
    .catch((cause) => failed(`Unable to exchange external code: ${code.slice(0, 4)}`, cause));
  const profile = await provider
    .profile(tokens)
    .catch((cause) => failed('Error getting user profile from external provider', cause));
  if (!profile.email) failed('Error getting user email from external provider', null);
  return { tokens, profile };
}

/** A failure of the provider; the cause is logged only. */
function failed(message: string, cause: unknown): never {
  if (cause instanceof Error) console.error(`${message}: ${cause.message}`);
  throw new AuthError(500, 'unexpected_failure', message);
}
