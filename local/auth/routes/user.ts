import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { recordAction } from '../audit.ts';
import { requireUser, type SignedIn } from '../authentication.ts';
import type { Tx } from '../database.ts';
import { AuthError, badRequest, emailExists, forbidden, phoneExists, unprocessable } from '../errors.ts';
import { hasVerifiedFactor } from '../factors.ts';
import { parseChallenge } from '../flow-state.ts';
import { upsertIdentity } from '../identities.ts';
import { mailOrigin, sendEmailChange, sendReauthentication } from '../mail-requests.ts';
import { clearTokens } from '../one-time-tokens.ts';
import { changePassword, passwordChangeRefusal } from '../password-changes.ts';
import { requireStrongPassword } from '../passwords.ts';
import { challengeFields, optionalData, optionalText, parseEmail, parsePhone, readBody } from '../requests.ts';
import { type AuthServices, inTransaction } from '../services.ts';
import { deleteSession, deleteSessions } from '../sessions.ts';
import type { UserRow } from '../user-row.ts';
import { findEmailHolder, findUserByPhone, mergeMetadata, presentUser, updateUser } from '../users.ts';

const userBody = z.object({
  email: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalData,
  app_metadata: optionalData,
  phone: optionalText,
  ...challengeFields,
});

/** Endpoints of a user's own account. */
export function userRoutes(services: AuthServices): Hono {
  return new Hono()
    .get('/user', async (c) => {
      const load = await requireUser(services, c);
      return c.json(await inTransaction(services, async (tx) => presentUser(tx, (await load(tx)).user)));
    })
    .put('/user', (c) => updateOwnUser(services, c))
    .get('/reauthenticate', async (c) => {
      const load = await requireUser(services, c);
      await inTransaction(services, async (tx) => {
        const { user } = await load(tx);
        requireReachable(user);
        await recordAction(tx, user, 'user_reauthenticate_requested');
        await sendReauthentication(services, tx, user);
      });
      return c.json({});
    })
    .post('/logout', async (c) => {
      const load = await requireUser(services, c);
      const scope = c.req.query('scope') || 'global';
      await inTransaction(services, async (tx) => {
        const { user, session } = await load(tx);
        await recordAction(tx, user, 'logout');
        if (scope === 'local') await deleteSession(tx, session.id);
        else if (scope === 'others') await deleteSessions(tx, user.id, session.id);
        else if (scope === 'global') await deleteSessions(tx, user.id);
        else throw badRequest(`Unsupported logout scope "${scope}"`);
      });
      return c.body(null, 204);
    });
}

/** Throws if no code can be sent: without an email or with an unconfirmed one. */
function requireReachable(user: UserRow): void {
  if (user.email) {
    if (!user.email_confirmed_at) throw unprocessable('email_not_confirmed', 'Please verify your email first.');
    return;
  }
  if (!user.phone) throw badRequest('Reauthentication requires the user to have an email or a phone number');
  if (!user.phone_confirmed_at) throw unprocessable('phone_not_confirmed', 'Please verify your phone first.');
  throw unprocessable('sms_send_failed', 'Error sending reauthentication OTP to provider: none is configured');
}

async function updateOwnUser(services: AuthServices, c: Context): Promise<Response> {
  const load = await requireUser(services, c);
  const body = await readBody(c, userBody);
  const email = body.email ? parseEmail(body.email) : null;
  const phone = body.phone ? parsePhone(body.phone) : null;
  const password = body.password ?? null;
  if (password !== null) requireStrongPassword(password, services.settings);
  const origin = mailOrigin(c, services, parseChallenge(body.code_challenge, body.code_challenge_method));

  const answer = await inTransaction(services, async (tx) => {
    const signedIn = await load(tx);
    let { user } = signedIn;
    if (body.app_metadata) throw forbidden('not_admin', 'Updating app_metadata requires admin privileges');
    await requireChangesAllowed(services, tx, signedIn, { email, phone, password });
    if (password !== null) {
      const refusal = await passwordChangeRefusal(services, tx, signedIn, {
        password,
        currentPassword: body.current_password,
        nonce: body.nonce,
      });
      if (refusal) return refusal;
      user = await changePassword(services.settings, tx, user, password, signedIn.session.id);
      await recordAction(tx, user, 'user_updated_password');
    }
    if (body.data) {
      user = await updateUser(tx, user.id, { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, body.data) });
    }
    if (email && email !== user.email) user = await sendEmailChange(services, tx, user, email, origin);
    if (phone && phone !== user.phone) user = await changePhone(tx, user, phone);
    await recordAction(tx, user, 'user_modified');
    return presentUser(tx, user);
  });
  return c.json(answer);
}

async function requireChangesAllowed(
  { settings }: AuthServices,
  tx: Tx,
  { user, session }: SignedIn,
  changes: { email: string | null; phone: string | null; password: string | null },
): Promise<void> {
  const sensitive = Boolean(
    changes.password ||
    (changes.email && changes.email !== user.email) ||
    (changes.phone && changes.phone !== user.phone),
  );
  if (sensitive && session.aal !== 'aal2' && (await hasVerifiedFactor(tx, user.id))) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new AuthError(401, 'insufficient_aal', message);
  }
  if (changes.email && changes.email !== user.email && (await findEmailHolder(tx, changes.email, user.id))) {
    throw emailExists();
  }
  if (changes.phone && changes.phone !== user.phone) {
    if (await findUserByPhone(tx, changes.phone)) throw phoneExists();
    if (!settings.phoneSignIns) throw badRequest('Unsupported phone provider', 'phone_provider_disabled');
  }
}

/** Sets a user's phone number, which counts as confirmed if no text message is sent. */
async function changePhone(tx: Tx, user: UserRow, phone: string): Promise<UserRow> {
  await recordAction(tx, user, 'user_modified');
  await upsertIdentity(tx, user, 'phone', { phone, phone_verified: true });
  await clearTokens(tx, user.id);
  return updateUser(tx, user.id, { phone, phone_confirmed_at: tx.now });
}
