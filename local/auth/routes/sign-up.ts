import { Hono } from 'hono';
import { z } from 'zod';
import { requireCaptcha } from '../captcha.ts';
import { badRequest, unprocessable } from '../errors.ts';
import { parseChallenge } from '../flow-state.ts';
import { mailOrigin } from '../mail-requests.ts';
import { hashPassword, requireStrongPassword } from '../passwords.ts';
import {
  challengeFields,
  clientInfo,
  limitRequests,
  optionalData,
  optionalText,
  parseEmail,
  parsePhone,
  readBody,
} from '../requests.ts';
import { inTransaction, type AuthServices } from '../services.ts';
import { requireSignUpsOpen, signUp } from '../sign-up.ts';

const signUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  ...challengeFields,
});

export function signUpRoutes(services: AuthServices): Hono {
  const { settings } = services;
  return new Hono().post('/signup', async (c) => {
    await requireCaptcha(services, c);
    limitRequests(services, c, 'signUps');
    const body = await readBody(c, signUpBody);
    const data = body.data ?? {};
    if (!body.email && !body.phone) {
      throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    }
    requireSignUpsOpen(services);
    if (!body.password) throw badRequest('Signup requires a valid password');
    requireStrongPassword(body.password, settings);
    if (body.email && body.phone) {
      throw badRequest('Only an email address or phone number should be provided on signup.');
    }
    if (body.phone && body.code_challenge) throw badRequest('PKCE not supported for phone signups');
    const pkce = parseChallenge(body.code_challenge, body.code_challenge_method);
    if (body.email && !settings.emailSignIns) {
      throw badRequest('Email signups are disabled', 'email_provider_disabled');
    }
    if (body.phone && !settings.phoneSignIns) {
      throw badRequest('Phone signups are disabled', 'phone_provider_disabled');
    }
    const request = {
      provider: body.email ? ('email' as const) : ('phone' as const),
      address: body.email ? parseEmail(body.email) : parsePhone(body.phone),
      passwordHash: await hashPassword(body.password, settings),
      data,
    };
    const origin = mailOrigin(c, services, pkce);
    return c.json(await inTransaction(services, (tx) => signUp(services, tx, request, origin, clientInfo(c))));
  });
}
