import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { z } from 'zod';
import { badRequest, tooMany } from './errors.ts';
import type { AuthServices } from './services.ts';
import type { ClientInfo } from './sessions.ts';
import type { AuthSettings } from './settings.ts';

/** A text; missing and null are ''. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** An object with any content; null if missing. */
export const optionalData = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);

/** A boolean that may be missing or null. */
export const optionalFlag = (missing: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? missing);

/** The two parameters of a client that requests a code instead of tokens. */
export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

/** Returns the JSON body parsed by `schema`; 400 `bad_json` for anything else, unknown members are ignored. */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    // Lone surrogates become U+FFFD, as in Go: Postgres cannot store them.
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

/** The email pattern of HTML's `type=email`. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Returns an email in lower case; 400 if it is missing, too long or invalid. */
export function parseEmail(email: string): string {
  if (email === '') throw badRequest('An email address is required');
  if (email.length > 255) throw badRequest('An email address is too long');
  if (!emailPattern.test(email)) throw badRequest('Unable to validate email address: invalid format');
  return email.toLowerCase();
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Returns a phone number as E.164 without its plus sign. */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw badRequest('Invalid phone number format (E.164 required)');
  return digits;
}

/** The caller's device, as sessions store it. */
export function clientInfo(c: Context): ClientInfo {
  return { userAgent: c.req.header('user-agent') ?? null, ip: callerAddress(c) };
}

function callerAddress(c: Context): string | null {
  const forwarded = c.req.header('x-forwarded-for')?.split(',')[0]?.trim();
  const address = forwarded && isIP(forwarded) ? forwarded : (getConnInfo(c).remote.address ?? '');
  // Postgres' `inet` has no zones (`fe80::1%eth0`).
  const withoutZone = address.replace(/%.*$/, '');
  return isIP(withoutZone) ? withoutZone : null;
}

/** Counts a request of a caller; 429 beyond the limit. */
export function limitRequests(services: AuthServices, c: Context, purpose: keyof AuthSettings['rateLimits']): void {
  const { limiter, settings } = services;
  if (!limiter.allow(purpose, callerAddress(c) ?? '', settings.rateLimits[purpose])) {
    throw tooMany('over_request_rate_limit', 'Request rate limit reached');
  }
}
