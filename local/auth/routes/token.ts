import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { recordAction } from '../audit.ts';
import { requireCaptcha } from '../captcha.ts';
import type { Tx } from '../database.ts';
import { badRequest, notFound, unprocessable } from '../errors.ts';
import { spendFlowCode } from '../flow-state.ts';
import { idTokenGrant } from '../id-token-grant.ts';
import { passwordMatches, passwordWeakness } from '../passwords.ts';
import { refreshSession } from '../refresh-tokens.ts';
import { clientInfo, limitRequests, optionalText, readBody } from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import { signIn } from '../sign-in.ts';
import type { UserRow } from '../user-row.ts';
import { findUserByEmail, findUserById, findUserByPhone, isBanned } from '../users.ts';

const passwordBody = z.object({ email: optionalText, phone: optionalText, password: optionalText });
const refreshBody = z.object({ refresh_token: optionalText });
const pkceBody = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** Grants whose credential came from a call with a captcha, or from a provider. */
const grantsWithoutCaptcha = ['pkce', 'refresh_token', 'id_token'];

export function tokenRoutes(services: AuthServices): Hono {
  return new Hono().post('/token', async (c) => {
    const grant = c.req.query('grant_type') ?? '';
    if (!grantsWithoutCaptcha.includes(grant)) await requireCaptcha(services, c);
    limitRequests(services, c, 'tokens');
    switch (grant) {
      case 'password':
        return passwordGrant(services, c);
      case 'refresh_token':
        return refreshGrant(services, c);
      case 'pkce':
        return pkceGrant(services, c);
      case 'id_token':
        return idTokenGrant(services, c);
      case 'web3':
        throw unprocessable('web3_provider_disabled', 'Web3 provider is disabled');
      default:
        throw badRequest('unsupported_grant_type', 'invalid_credentials');
    }
  });
}

async function passwordGrant(services: AuthServices, c: Context): Promise<Response> {
  const { settings } = services;
  const { email, phone, password } = await readBody(c, passwordBody);
  if (email && phone) throw badRequest('Only an email address or phone number should be provided on login.');
  if (!email && !phone) throw badRequest('missing email or phone');
  if (email && !settings.emailSignIns) throw unprocessable('email_provider_disabled', 'Email logins are disabled');
  if (phone && !settings.phoneSignIns) throw unprocessable('phone_provider_disabled', 'Phone logins are disabled');

  const session = await inTransaction(services, async (tx) => {
    const user = await (email ? findUserByEmail(tx, email) : findUserByPhone(tx, phone.replace(/^\+| /g, '')));
    const matches = await passwordMatches(password, user?.encrypted_password, settings);
    if (user?.encrypted_password && isBanned(user, tx.now)) throw badRequest('User is banned', 'user_banned');
    if (!user || !matches) throw badRequest('Invalid login credentials', 'invalid_credentials');
    requireConfirmed(user, email !== '');
    await recordAction(tx, user, 'login', { traits: { provider: email ? 'email' : 'phone' } });
    return signIn(services, tx, user, 'password', clientInfo(c));
  });
  // Passwords that violate a stricter rule still work; the client may ask for a better one.
  const weakness = passwordWeakness(password, settings);
  return c.json(weakness ? { ...session, weak_password: weakness } : session);
}

function requireConfirmed(user: UserRow, byEmail: boolean): void {
  if (byEmail && !user.email_confirmed_at) throw badRequest('Email not confirmed', 'email_not_confirmed');
  if (!byEmail && !user.phone_confirmed_at) throw badRequest('Phone not confirmed', 'phone_not_confirmed');
}

async function refreshGrant(services: AuthServices, c: Context): Promise<Response> {
  const { refresh_token: token } = await readBody(c, refreshBody);
  return c.json(await refreshSession(services, token, clientInfo(c)));
}

async function pkceGrant(services: AuthServices, c: Context): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceBody);
  if (!code || !verifier) {
    throw badRequest('invalid request: both auth code and code verifier should be non-empty');
  }
  const session = await inTransaction(services, async (tx: Tx) => {
    const flow = await spendFlowCode(tx, services.settings, code, verifier);
    const { userId, method, providerType, providerToken, providerRefreshToken } = flow;
    const user = await findUserById(tx, userId);
    if (!user) throw notFound('user_not_found', 'User not found');
    if (isBanned(user, tx.now)) throw badRequest('User is banned', 'user_banned');
    await recordAction(tx, user, 'login', { traits: { provider_type: providerType } });
    return {
      ...(await signIn(services, tx, user, method, clientInfo(c))),
      ...(providerToken ? { provider_token: providerToken } : {}),
      ...(providerRefreshToken ? { provider_refresh_token: providerRefreshToken } : {}),
    };
  });
  return c.json(session);
}
