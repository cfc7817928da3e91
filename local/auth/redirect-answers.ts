import { asRefusal, AuthError, OAuthError } from './errors.ts';
import type { AuthSession } from './tokens.ts';

/** RFC 6749 error names in the redirect URL. */
const namesByStatus = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
  [503, 'temporarily_unavailable'],
]);

/** Codes that refuse the person instead of the request, regardless of their status. */
const refusesPerson = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

/**
 * Returns the redirect URL of a failed sign-in: with the error in the query, and in the fragment too unless the flow is
 * unknown. Unknown errors are logged.
 */
export function withError(target: string, error: unknown, { inFragment }: { inFragment: boolean }): string {
  const facts = errorFacts(error);
  const url = new URL(target);
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  if (inFragment) {
    const present = Object.entries(facts).filter(([, value]) => value !== '');
    // The client recognises our fragments by `sb`.
    url.hash = new URLSearchParams([...present, ['sb', '']]).toString();
  }
  return url.toString();
}

function errorFacts(error: unknown): Record<string, string> {
  const refusal = asRefusal(error);
  if (refusal instanceof OAuthError) return { error: refusal.error, error_description: refusal.message };
  if (refusal instanceof AuthError) {
    const { status, code, message } = refusal;
    const name = refusesPerson.includes(code) ? 'access_denied' : (namesByStatus.get(status) ?? 'server_error');
    return { error: name, error_code: code, error_description: message };
  }
  console.error(error);
  const description = 'Unexpected failure, please check server logs for more information';
  return { error: 'server_error', error_code: 'unexpected_failure', error_description: description };
}

/** Adds a code that a PKCE client exchanges for tokens. */
export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.toString();
}

/** Adds tokens in the fragment, which is not sent to servers. */
export function withSession(target: string, session: AuthSession, extra: Record<string, string>): string {
  const fragment = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...extra,
  });
  fragment.sort();
  return `${target}#${fragment.toString()}`;
}
