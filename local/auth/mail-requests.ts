import type { Context } from 'hono';
import type { Tx } from './database.ts';
import { tooMany } from './errors.ts';
import { startFlow, type PkceChallenge } from './flow-state.ts';
import type { MailKind } from './mails.ts';
import { hashCode, newCode, PKCE_PREFIX, storeToken } from './one-time-tokens.ts';
import { redirectTarget } from './redirects.ts';
import type { AuthServices } from './services.ts';
import type { AuthenticationMethod } from './sessions.ts';
import type { UserRow } from './user-row.ts';
import { updateUser } from './users.ts';

/** Redirect URL of a mail's link, and the PKCE challenge of its client. */
export type MailOrigin = { redirectTo: string; pkce: PkceChallenge | null };

export function mailOrigin(c: Context, services: AuthServices, pkce: PkceChallenge | null = null): MailOrigin {
  return { redirectTo: redirectTarget(c, services.settings), pkce };
}

/** Returns the URL of a mail's button; `type` decides which token it consumes. */
export function actionLink(services: AuthServices, hash: string, type: string, redirectTo: string): string {
  // As hosted: a URL that the caller has encoded is used as it is.
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo;
  return `${services.settings.externalUrl}/auth/v1/verify?token=${hash}&type=${type}&redirect_to=${target}`;
}

export async function sendConfirmation(services: AuthServices, tx: Tx, user: UserRow, origin: MailOrigin) {
  requireInterval(services, tx, user.confirmation_sent_at);
  const { code, hash } = await prepare(tx, user, user.email!, origin, 'email/signup');
  await storeToken(tx, user.id, 'confirmation_token', hash, user.email!);
  deliver(services, tx, 'confirmation', user, user.email!, { code, hash, type: 'signup' }, origin);
  return updateUser(tx, user.id, { confirmation_token: hash, confirmation_sent_at: tx.now });
}

export async function sendInvite(services: AuthServices, tx: Tx, user: UserRow, origin: MailOrigin) {
  const { code, hash } = await prepare(tx, user, user.email!, origin, 'invite');
  await storeToken(tx, user.id, 'confirmation_token', hash, user.email!);
  deliver(services, tx, 'invite', user, user.email!, { code, hash, type: 'invite' }, origin);
  return updateUser(tx, user.id, { confirmation_token: hash, confirmation_sent_at: tx.now, invited_at: tx.now });
}

export async function sendRecovery(services: AuthServices, tx: Tx, user: UserRow, origin: MailOrigin) {
  return sendWithRecoveryToken(services, tx, user, origin, 'recovery', 'recovery');
}

/** Shares token and interval with a recovery. */
export async function sendMagicLink(services: AuthServices, tx: Tx, user: UserRow, origin: MailOrigin) {
  return sendWithRecoveryToken(services, tx, user, origin, 'magic_link', 'magiclink');
}

async function sendWithRecoveryToken(
  services: AuthServices,
  tx: Tx,
  user: UserRow,
  origin: MailOrigin,
  kind: MailKind,
  type: 'recovery' | 'magiclink',
) {
  requireInterval(services, tx, user.recovery_sent_at);
  const { code, hash } = await prepare(tx, user, user.email!, origin, type);
  await storeToken(tx, user.id, 'recovery_token', hash, user.email!);
  deliver(services, tx, kind, user, user.email!, { code, hash, type }, origin);
  return updateUser(tx, user.id, { recovery_token: hash, recovery_sent_at: tx.now });
}

/** Mails the new email; in secure mode also the current one, and both must be confirmed. */
export async function sendEmailChange(
  services: AuthServices,
  tx: Tx,
  user: UserRow,
  newEmail: string,
  origin: MailOrigin,
) {
  requireInterval(services, tx, user.email_change_sent_at);
  const toNew = await prepare(tx, user, newEmail, origin, 'email_change');
  await storeToken(tx, user.id, 'email_change_token_new', toNew.hash, newEmail);
  const pending = { ...user, email_change: newEmail };
  deliver(services, tx, 'email_change', pending, newEmail, { ...toNew, type: 'email_change' }, origin);
  let currentHash = '';
  if (services.settings.secureEmailChange && user.email) {
    const toCurrent = await prepare(tx, user, user.email, { ...origin, pkce: null }, 'email_change');
    currentHash = (origin.pkce ? PKCE_PREFIX : '') + toCurrent.hash;
    await storeToken(tx, user.id, 'email_change_token_current', currentHash, user.email);
    const link = { code: toCurrent.code, hash: currentHash, type: 'email_change' };
    deliver(services, tx, 'email_change', pending, user.email, link, origin);
  }
  return updateUser(tx, user.id, {
    email_change: newEmail,
    email_change_token_new: toNew.hash,
    email_change_token_current: currentHash,
    email_change_sent_at: tx.now,
    email_change_confirm_status: 0,
  });
}

export async function sendReauthentication(services: AuthServices, tx: Tx, user: UserRow) {
  requireInterval(services, tx, user.reauthentication_sent_at);
  const origin = { redirectTo: services.settings.siteUrl, pkce: null };
  const { code, hash } = await prepare(tx, user, user.email!, origin, 'otp');
  await storeToken(tx, user.id, 'reauthentication_token', hash, user.email!);
  deliver(services, tx, 'reauthentication', user, user.email!, { code, hash, type: 'reauthentication' }, origin);
  return updateUser(tx, user.id, { reauthentication_token: hash, reauthentication_sent_at: tx.now });
}

/** Creates a code for an email; stores a PKCE client's challenge and marks the token. */
async function prepare(
  tx: Tx,
  user: UserRow,
  address: string,
  origin: MailOrigin,
  method: AuthenticationMethod,
): Promise<{ code: string; hash: string }> {
  if (origin.pkce) await startFlow(tx, user.id, method, origin.pkce);
  const code = newCode();
  return { code, hash: (origin.pkce ? PKCE_PREFIX : '') + hashCode(address, code) };
}

function requireInterval(services: AuthServices, tx: Tx, sentAt: Date | null): void {
  if (!sentAt) return;
  const left = sentAt.getTime() + services.settings.mailIntervalSeconds * 1_000 - tx.now.getTime();
  if (left > 0) {
    const seconds = Math.ceil(left / 1_000);
    throw tooMany(
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    );
  }
}

function deliver(
  services: AuthServices,
  tx: Tx,
  kind: MailKind,
  user: UserRow,
  to: string,
  link: { code: string; hash: string; type: string },
  { redirectTo }: MailOrigin,
): void {
  const { settings, limiter, mailer } = services;
  if (!limiter.allow('mails', 'everyone', settings.rateLimits.mails)) {
    throw tooMany('over_email_send_rate_limit', 'email rate limit exceeded');
  }
  tx.afterCommit(() =>
    mailer.send(kind, to, {
      SiteURL: settings.siteUrl,
      ConfirmationURL: actionLink(services, link.hash, link.type, redirectTo),
      Email: user.email ?? '',
      NewEmail: user.email_change,
      SendingTo: to,
      Token: link.code,
      TokenHash: link.hash,
      Data: user.raw_user_meta_data,
      RedirectTo: redirectTo,
    }),
  );
}
