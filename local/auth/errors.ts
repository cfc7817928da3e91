import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal with the documented status and code of Supabase Auth. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Only for `weak_password`. */
  readonly reasons: string[] | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, reasons?: string[]) {
    super(message);
    this.status = status;
    this.code = code;
    this.reasons = reasons;
  }
}

/** A refusal of the form `{error, error_description}`, for calls by RFC 6749; always 400. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export const badRequest = (message: string, code = 'validation_failed') => new AuthError(400, code, message);
export const forbidden = (code: string, message: string) => new AuthError(403, code, message);
export const notFound = (code: string, message: string) => new AuthError(404, code, message);
export const unprocessable = (code: string, message: string) => new AuthError(422, code, message);
export const tooMany = (code: string, message: string) => new AuthError(429, code, message);
export const emailExists = () =>
  unprocessable('email_exists', 'A user with this email address has already been registered');
export const phoneExists = () =>
  unprocessable('phone_exists', 'A user with this phone number has already been registered');
export const factorNameTaken = (name: string) =>
  unprocessable('mfa_factor_name_conflict', `A factor with the friendly name "${name}" for this user already exists`);
export const userBanned = () => forbidden('user_banned', 'User is banned');

export const API_VERSION_HEADER = 'X-Supabase-Api-Version';
const API_VERSION_2024 = '2024-01-01';

const tooManyAtOnce = () => new AuthError(409, 'conflict', 'Too many concurrent requests on the same session or user');

/** Refusals of unique violations by constraint; by default the email is taken. */
const uniqueRefusals = new Map([
  ['users_phone_key', phoneExists],
  [
    'mfa_factors_user_friendly_name_unique',
    () => unprocessable('mfa_factor_name_conflict', 'A factor with this friendly name already exists'),
  ],
]);

/** Refusals of Postgres errors about a caller's value, by SQLSTATE (class or whole). */
const sqlRefusals: [prefix: string, refusal: (constraint: string | undefined) => AuthError][] = [
  ['23505', (constraint) => uniqueRefusals.get(constraint ?? '')?.() ?? emailExists()],
  ['23503', () => new AuthError(409, 'conflict', 'The user is still referred to by other records')],
  ['55P03', tooManyAtOnce],
  ['40P01', tooManyAtOnce],
  ['22', () => badRequest('A value in the request cannot be stored')],
  ['54', () => badRequest('A value in the request is too large')],
];

/** Returns the refusal of an error: itself, or the one of a database error; null for our own bugs. */
export function asRefusal(error: unknown): AuthError | OAuthError | null {
  if (error instanceof AuthError || error instanceof OAuthError) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const sqlState = error.code;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return sqlRefusals.find(([prefix]) => sqlState.startsWith(prefix))?.[1](constraint) ?? null;
}

const unexpected = new AuthError(
  500,
  'unexpected_failure',
  'Unexpected failure, please check server logs for more information',
);

/** Returns an error response in the format of the requested API version; unknown errors are logged. */
export function errorResponse(error: unknown, c: Context): Response {
  const refusal = asRefusal(error) ?? unexpected;
  if (refusal === unexpected) console.error(error);
  if (refusal instanceof OAuthError) {
    return c.json({ error: refusal.error, error_description: refusal.message }, 400);
  }
  const { status, code, message, reasons } = refusal;
  const weak = reasons ? { weak_password: { reasons } } : {};
  c.header('x-sb-error-code', code);
  const version = c.req.header(API_VERSION_HEADER) ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || version < API_VERSION_2024) {
    return c.json({ code: status, error_code: code, msg: message, ...weak }, status);
  }
  c.header(API_VERSION_HEADER, API_VERSION_2024);
  return c.json({ code, message, ...weak }, status);
}
