import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { recordAction } from '../audit.ts';
import { requireCaptcha } from '../captcha.ts';
import type { Tx } from '../database.ts';
import { badRequest, unprocessable } from '../errors.ts';
import { parseChallenge } from '../flow-state.ts';
import { mailOrigin, sendConfirmation, sendEmailChange, sendMagicLink, sendRecovery } from '../mail-requests.ts';
import { hashPassword, randomPassword } from '../passwords.ts';
import {
  challengeFields,
  clientInfo,
  limitRequests,
  optionalData,
  optionalFlag,
  optionalText,
  parseEmail,
  parsePhone,
  readBody,
} from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import { confirmEmail, createUser, requireSignUpsOpen, signUp } from '../sign-up.ts';
import type { UserRow } from '../user-row.ts';
import { findUserByEmail, findUserByPhone } from '../users.ts';

const otpBody = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: optionalFlag(true),
  data: optionalData,
  channel: optionalText,
  ...challengeFields,
});
const recoverBody = z.object({ email: optionalText, ...challengeFields });
const resendBody = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...challengeFields });

/** Calls that send a mail. Their response does not depend on whether the email is registered. */
export function mailRequestRoutes(services: AuthServices): Hono {
  const limited = (handler: typeof otp) => async (c: Context) => {
    limitRequests(services, c, 'codes');
    await requireCaptcha(services, c);
    return handler(services, c);
  };
  return new Hono().post('/otp', limited(otp)).post('/recover', limited(recover)).post('/resend', limited(resend));
}

async function otp(services: AuthServices, c: Context): Promise<Response> {
  const body = await readBody(c, otpBody);
  if (body.email && body.phone) {
    throw badRequest('Only an email address or phone number should be provided');
  }
  if (body.email && body.channel) throw badRequest('Channel should only be specified with Phone OTP');
  const pkce = parseChallenge(body.code_challenge, body.code_challenge_method);
  if (body.phone) return phoneOtp(services, body.phone);
  if (!body.email) throw badRequest('One of email or phone must be set');
  if (!services.settings.emailSignIns) throw unprocessable('email_provider_disabled', 'Email logins are disabled');
  const email = parseEmail(body.email);
  const origin = mailOrigin(c, services, pkce);
  const data = body.data ?? {};
  const sendLink = async (tx: Tx, user: UserRow) => {
    await recordAction(tx, user, 'user_recovery_requested');
    return sendMagicLink(services, tx, user, origin);
  };

  await inTransaction(services, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user && !body.create_user) throw unprocessable('otp_disabled', 'Signups not allowed for otp');
    if (user?.email_confirmed_at) return sendLink(tx, user);
    requireSignUpsOpen(services);
    const passwordHash = await hashPassword(randomPassword(services.settings), services.settings);
    if (services.settings.autoconfirm) {
      const created = user ?? (await createUser(tx, { provider: 'email', address: email, passwordHash, data }));
      await recordAction(tx, created, 'user_signedup', { traits: { provider: 'email' } });
      return sendLink(tx, await confirmEmail(tx, created));
    }
    // A new user gets the confirmation mail, whose link signs in as well.
    return signUp(services, tx, { provider: 'email', address: email, passwordHash, data }, origin, clientInfo(c));
  });
  return c.json({});
}

/** No provider of text messages is configured. */
function phoneOtp({ settings }: AuthServices, phone: string): never {
  if (!settings.phoneSignIns) throw badRequest('Unsupported phone provider', 'phone_provider_disabled');
  parsePhone(phone);
  throw unprocessable('sms_send_failed', 'Error sending confirmation OTP to provider: none is configured');
}

async function recover(services: AuthServices, c: Context): Promise<Response> {
  if (!services.settings.emailSignIns) throw badRequest('Email logins are disabled', 'email_provider_disabled');
  const body = await readBody(c, recoverBody);
  if (!body.email) throw badRequest('Password recovery requires an email');
  const email = parseEmail(body.email);
  const origin = mailOrigin(c, services, parseChallenge(body.code_challenge, body.code_challenge_method));
  await inTransaction(services, async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    await recordAction(tx, user, 'user_recovery_requested');
    await sendRecovery(services, tx, user, origin);
  });
  return c.json({});
}

async function resend(services: AuthServices, c: Context): Promise<Response> {
  const body = await readBody(c, resendBody);
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
    throw badRequest('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (body.type === 'signup' && !body.email) throw badRequest('Type provided requires an email address');
  if (body.type === 'sms' && !body.phone) throw badRequest('Type provided requires a phone number');
  if (body.email && body.phone) throw badRequest('Only an email address or phone number should be provided.');
  if (!body.email && !body.phone) throw badRequest('Missing email address or phone number');
  if (body.phone && !services.settings.phoneSignIns) {
    throw badRequest('Phone logins are disabled', 'phone_provider_disabled');
  }
  const address = body.email ? parseEmail(body.email) : parsePhone(body.phone);
  const origin = mailOrigin(c, services, parseChallenge(body.code_challenge, body.code_challenge_method));
  await inTransaction(services, async (tx) => {
    const user = await (body.email ? findUserByEmail(tx, address) : findUserByPhone(tx, address));
    if (!user?.email) return;
    if (body.type === 'signup' && !user.email_confirmed_at) {
      await recordAction(tx, user, 'user_confirmation_requested');
      await sendConfirmation(services, tx, user, origin);
    }
    if (body.type === 'email_change' && user.email_change) {
      await sendEmailChange(services, tx, user, user.email_change, origin);
    }
  });
  return c.json({});
}
