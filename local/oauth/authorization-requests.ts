import type { Context } from 'hono';
import type { ProviderRegistration } from '../auth/settings.ts';

/** A valid authorization request of a known client. */
export type AuthorizationRequest = {
  redirectUri: string;
  state: string;
  scopes: string[];
  nonce: string;
  offline: boolean;
};

/** Refusals shown on a page instead of redirecting, since the URL may be foreign. */
export type RequestRefusal = 'unknown_client' | 'foreign_redirect' | 'unsupported_response_type' | 'missing_scope';

/** A registered client with its exact redirect URL. */
export type Client = { registration: ProviderRegistration | undefined; callbackUrl: string };

/** Parses the query of an authorization endpoint. */
export function readRequest(c: Context, client: Client): AuthorizationRequest | RequestRefusal {
  const query = (name: string) => c.req.query(name) ?? '';
  const { registration, callbackUrl } = client;
  if (!registration || query('client_id') !== registration.clientId) return 'unknown_client';
  if (query('redirect_uri') !== callbackUrl) return 'foreign_redirect';
  if (query('response_type') !== 'code') return 'unsupported_response_type';
  const scopes = query('scope')
    .split(/[ ,]+/)
    .filter((scope) => scope !== '');
  if (scopes.length === 0) return 'missing_scope';
  return {
    redirectUri: callbackUrl,
    state: query('state'),
    scopes,
    nonce: query('nonce'),
    offline: query('access_type') === 'offline',
  };
}
