import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { z } from 'zod';
import { badRequest, tooMany } from './errors.ts';
import type { AuthServices } from './services.ts';
import type { ClientInfo } from './sessions.ts';
import type { AuthSettings } from './settings.ts';

/** A text that may be missing or null, which then counts as empty. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** An object of any content; null when it is missing. */
export const optionalData = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);

/** A yes or no that may be missing or null. */
export const optionalFlag = (missing: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? missing);

/** The two parameters of a client that wants a code instead of tokens. */
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

/** The JSON body as `schema` wants it; 400 `bad_json` for anything else, unknown members are ignored. */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    // Halves of surrogate pairs become U+FFFD, as Go reads them: Postgres stores none.
    body = JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
  } catch {
    throw badRequest('Could not parse request body as JSON', 'bad_json');
  }
  const result = schema.safeParse(body);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw badRequest(`Could not parse request body as JSON: ${where} ${issue?.message ?? ''}`.trim(), 'bad_json');
  }
  return result.data;
}

/** The form of an address that HTML's `type=email` accepts. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** An e-mail address in lower case; 400 when it is missing, too long or none. */
export function parseEmail(email: string): string {
  if (email === '') throw badRequest('An email address is required');
  if (email.length > 255) throw badRequest('An email address is too long');
  if (!emailPattern.test(email)) throw badRequest('Unable to validate email address: invalid format');
  return email.toLowerCase();
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A telephone number as E.164 without its plus sign. */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw badRequest('Invalid phone number format (E.164 required)');
  return digits;
}

/** The caller's device, as sessions remember it. */
export function clientInfo(c: Context): ClientInfo {
  return { userAgent: c.req.header('user-agent') ?? null, ip: callerAddress(c) };
}

function callerAddress(c: Context): string | null {
  const forwarded = c.req.header('x-forwarded-for')?.split(',')[0]?.trim();
  const address = forwarded && isIP(forwarded) ? forwarded : (getConnInfo(c).remote.address ?? '');
  // Postgres' `inet` knows no zones (`fe80::1%eth0`).
  const withoutZone = address.replace(/%.*$/, '');
  return isIP(withoutZone) ? withoutZone : null;
}

/** Counts a request against its caller's allowance; 429 when that is used up. */
export function limitRequests(services: AuthServices, c: Context, purpose: keyof AuthSettings['rateLimits']): void {
  const { limiter, settings } = services;
  if (!limiter.allow(purpose, callerAddress(c) ?? '', settings.rateLimits[purpose])) {
    throw tooMany('over_request_rate_limit', 'Request rate limit reached');
  }
}
