import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { Tx } from '../database.ts';
import { asRefusal, badRequest, AuthError, forbidden, unprocessable } from '../errors.ts';
import { issueFlowCode } from '../flow-state.ts';
import { hashCode, PKCE_PREFIX } from '../one-time-tokens.ts';
import { withCode, withSession } from '../redirect-answers.ts';
import { redirectTarget } from '../redirects.ts';
import { clientInfo, limitRequests, optionalText, parseEmail, parsePhone, readBody } from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import type { AuthenticationMethod } from '../sessions.ts';
import { signIn } from '../sign-in.ts';
import { AWAITING_OTHER_ADDRESS, verify } from '../verification.ts';

const verifyBody = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

/** RFC 6749 error names in the redirect URL. */
const oauthErrors = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [403, 'access_denied'],
]);

export function verifyRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/verify', (c) => {
      limitRequests(services, c, 'verifications');
      return openLink(services, c);
    })
    .post('/verify', (c) => {
      limitRequests(services, c, 'verifications');
      return checkToken(services, c);
    });
}

/** Handles a mail's link in a browser: always redirects, with tokens, a code or an error. */
async function openLink(services: AuthServices, c: Context): Promise<Response> {
  const type = c.req.query('type') ?? '';
  const hash = c.req.query('token') ?? '';
  if (!type) throw badRequest('Verify requires a verification type');
  if (!hash) throw badRequest('Verify requires a token or a token hash');
  const target = redirectTarget(c, services.settings);
  const pkce = hash.startsWith(PKCE_PREFIX);
  try {
    const location = await inTransaction(services, async (tx) => {
      const { user, purpose } = await verify(services, tx, { type, hash, email: null });
      if (!user) return withMessage(target, pkce, { message: AWAITING_OTHER_ADDRESS });
      if (!pkce) return withSession(target, await signIn(services, tx, user, 'otp', clientInfo(c)), { type });
      const method: AuthenticationMethod = purpose === 'signup' ? 'email/signup' : purpose;
      return withCode(target, await issueFlowCode(tx, user.id, method));
    });
    return c.redirect(location, 303);
  } catch (error) {
    const refusal = asRefusal(error);
    if (!(refusal instanceof AuthError)) throw error;
    const name = oauthErrors.get(refusal.status);
    const facts = { error_code: refusal.code, error_description: refusal.message };
    return c.redirect(withMessage(target, pkce, name ? { error: name, ...facts } : facts), 303);
  }
}

/** Adds messages for the page: in the fragment, for PKCE clients in the query too. */
function withMessage(target: string, pkce: boolean, facts: Record<string, string>): string {
  const url = new URL(target);
  if (pkce) for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value);
  // The client recognises our fragments by `sb`.
  url.hash = new URLSearchParams({ ...facts, sb: '' }).toString();
  return url.toString();
}

/** Verifies a typed code, or the hash of a link to our own page. */
async function checkToken(services: AuthServices, c: Context): Promise<Response> {
  const body = await readBody(c, verifyBody);
  const presented = readPresented(body);
  const answer = await inTransaction(services, async (tx: Tx) => {
    const { user } = await verify(services, tx, presented);
    return user && signIn(services, tx, user, 'otp', clientInfo(c));
  });
  return c.json(answer ?? { msg: AWAITING_OTHER_ADDRESS, code: '200' });
}

function readPresented(body: z.output<typeof verifyBody>) {
  const { type, token, token_hash: hash, email, phone } = body;
  if (!type) throw badRequest('Verify requires a verification type');
  if (Boolean(token) === Boolean(hash)) throw badRequest('Verify requires either a token or a token hash');
  if (hash) {
    if (email || phone || body.redirect_to) {
      throw badRequest('Only the token_hash and type should be provided');
    }
    return { type, hash, email: null };
  }
  if (Boolean(email) === Boolean(phone)) {
    throw badRequest('Only an email address or phone number should be provided on verify');
  }
  if (phone) {
    parsePhone(phone);
    // No codes are sent to phones here, so none can be correct.
    throw forbidden('otp_expired', 'Token has expired or is invalid');
  }
  return { type, hash: hashCode(verifiableEmail(email), token), email: verifiableEmail(email) };
}

function verifiableEmail(email: string): string {
  try {
    return parseEmail(email);
  } catch {
    throw unprocessable('validation_failed', 'Invalid email format');
  }
}
