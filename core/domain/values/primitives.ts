import { z } from 'zod';
import { AppError } from './errors.ts';
import { LANGUAGES } from './languages.ts';
import { MAX_MONEY } from './max-money.ts';
import type { Translations } from './translations.ts';

/** True if Postgres can store the string as text and as JSON: no NUL, no lone surrogate. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

/** Base of every free text field: refuses unstorable text with a field name, before the database does. */
export const text = z.string().refine(isStorable);

/** Control characters, line and paragraph separators, and the controls that reorder text (bidi). */
const BREAKS_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** A name or label: one line, trimmed, without control characters. */
export const line = text.trim().refine((value) => !BREAKS_LINE.test(value));

/** A person's name or label. Mails contain it, so it has nothing that a mail program shows as a link. */
export const personName = line.refine((value) => !/:\/\/|www\./i.test(value));

/** A user-entered time, epoch milliseconds: 1900 to 2100, within the range of databases and calendars. */
export const instant = z.number().int().min(-2_208_988_800_000).max(4_102_444_800_000);

/** An amount in integer minor units of the account's currency: cents of euros, whole yen. */
export const money = z.number().int().min(0).max(MAX_MONEY);

export const MAX_NOTES = 10_000;

/** A studio's internal notes on a client or a session. */
export const notes = text.max(MAX_NOTES);

export const language = z.enum(LANGUAGES);

/** Texts of a session type or gallery in other languages than the studio's, in its `settings`. */
export const translations = z.partialRecord(
  language,
  z.strictObject({ name: line.max(120).optional(), description: text.trim().max(4000).optional() }),
);

/** Returns the translations in a row's `settings`; {} if there are none, or malformed ones. */
export function readTranslations(settings: unknown): Translations {
  return z.object({ translations }).safeParse(settings).data?.translations ?? {};
}

/**
 * Returns the parsed value.
 * @throws AppError `validation_failed`, naming each invalid field.
 */
export function parseOrThrow<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ field: issue.path.join('.'), code: issue.code ?? 'custom' }));
  const field = issues[0]?.field;
  throw new AppError('validation_failed', { ...(field ? { field } : {}), issues });
}
