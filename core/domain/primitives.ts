import { z } from 'zod';
import { AppError } from './errors.ts';
import { LANGUAGES } from './languages.ts';

/** Whether Postgres takes this as text and as JSON: no NUL, and no half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

/** What people write: begin every free text with it, so that what cannot be kept is refused by name, not by the database. */
export const text = z.string().refine(isStorable);

/** A moment that a person names, epoch milliseconds: 1900 to 2100, which databases and calendars all reach. */
export const instant = z.number().int().min(-2_208_988_800_000).max(4_102_444_800_000);

/** The database's integers; 21 million euros, and enough for a wedding in yen or rupiah. */
export const MAX_MONEY = 2_147_483_647;

/** An amount in integer minor units of the account's currency: cents of euros, whole yen. */
export const money = z.number().int().min(0).max(MAX_MONEY);

export const MAX_NOTES = 10_000;

/** What a studio writes down for itself, of a client or of a session. */
export const notes = text.max(MAX_NOTES);

export const language = z.enum(LANGUAGES);

/** The value, typed; or a `validation_failed` that names each field at fault. */
export function parseOrThrow<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ field: issue.path.join('.'), code: issue.code ?? 'custom' }));
  const field = issues[0]?.field;
  throw new AppError('validation_failed', { ...(field ? { field } : {}), issues });
}
