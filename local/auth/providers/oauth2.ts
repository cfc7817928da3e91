import { z } from 'zod';
import type { ProviderRegistration } from '../settings.ts';
import { fetchJson } from './http.ts';
import type { ProviderContext, ProviderTokens } from './provider.ts';

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().default(''),
  id_token: z.string().default(''),
});

/** RFC 6749 section 4.1.1; the client's parameters never replace the server's. */
export function authorizationUrl(
  endpoint: string,
  { clientId }: ProviderRegistration,
  { callbackUrl }: ProviderContext,
  request: { scopes: string[]; state: string; extra: URLSearchParams },
): string {
  const url = new URL(endpoint);
  for (const [name, value] of request.extra) url.searchParams.set(name, value);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', callbackUrl);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', request.scopes.join(' '));
  url.searchParams.set('state', request.state);
  return url.toString();
}

/** Joins a provider's default scopes and the client's additional ones. */
export function joinScopes(own: string[], further: string): string[] {
  return further === '' ? own : [...own, ...further.split(',')];
}

/** RFC 6749 section 4.1.3, with the secret in the body. */
export async function exchangeCode(
  endpoint: string,
  { clientId, secret }: ProviderRegistration,
  { callbackUrl }: ProviderContext,
  code: string,
): Promise<ProviderTokens> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl,
    client_id: clientId,
    client_secret: secret,
  });
  const answer = await fetchJson(endpoint, tokenAnswer, { method: 'POST', body });
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token, idToken: answer.id_token };
}
