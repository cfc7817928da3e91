import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { badRequest } from './errors.ts';
import { startExternalFlow } from './external-flows.ts';
import { parseChallenge } from './flow-state.ts';
import { requireProvider } from './providers/providers.ts';
import { redirectTarget } from './redirects.ts';
import { inTransaction, type AuthServices } from './services.ts';

/** Parameters that the server sets itself, in any case; `nonce` is the client's own. */
const reserved = [
  'provider',
  'scopes',
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
];

/**
 * Starts a flow and returns the provider's URL. Passes on all other parameters of the query, such as `access_type` or
 * `prompt`. 400 for an unknown provider, or one without an authorization URL.
 */
export async function externalUrlFor(
  services: AuthServices,
  c: Context,
  linkingTargetId: string | null,
): Promise<string> {
  const query = new URL(c.req.url).searchParams;
  const provider = requireProvider(services.providers, query.get('provider') ?? '');
  const pkce = parseChallenge(query.get('code_challenge') ?? '', query.get('code_challenge_method') ?? '');
  const referrer = redirectTarget(c, services.settings);
  const extra = new URLSearchParams([...query].filter(([name]) => !reserved.includes(name.toLowerCase())));
  const state = randomUUID();
  const url = await provider.authorizationUrl(state, query.get('scopes') ?? '', extra).catch((error: Error) => {
    throw badRequest(`Unsupported provider: ${error.message}`);
  });
  await inTransaction(services, (tx) =>
    startExternalFlow(tx, state, { provider: provider.name, pkce, referrer, linkingTargetId }),
  );
  return url;
}
