import { z } from 'zod';
import { dateFormat } from './date-formats.ts';
import { accountId, userId } from './ids.ts';
import { language } from './language-schema.ts';
import { role } from './roles.ts';
import { slug } from './slugs.ts';
import { text } from './text.ts';
import { timeZone } from './time.ts';

/** Currencies offered when a studio opens; any ISO 4217 code is accepted. Symbol and position follow from the code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** How many studios one person may open; enough for anybody, and a bound on abuse. */
export const MAX_ACCOUNTS_PER_USER = 10;

export const accountName = text.trim().min(1).max(80);

/** JSON text of the spec's `accounts.settings`: small, open to later keys, never deep. */
export const accountSettings = z
  .record(z.string().max(64), z.json())
  .refine((value) => JSON.stringify(value).length <= 16_384);

export const member = z.strictObject({
  userId,
  role,
  name: z.string(),
  email: z.string(),
});

/** An account as the API answers it; times in epoch milliseconds. */
export const account = z.object({
  id: accountId,
  name: accountName,
  slug,
  language,
  timeZone: z.string(),
  /** What a browser kept of an account may be older than this. */
  dateFormat: dateFormat.default('auto'),
  currency: currencyCode,
  settings: accountSettings,
  members: z.array(member),
  /** The asking person's own role. */
  role,
  createdAt: z.number(),
});
export type Account = z.infer<typeof account>;

/** What a person says when they open a studio. */
export const newAccount = z.strictObject({ name: accountName, slug, currency: currencyCode, timeZone, language });
export type NewAccount = z.infer<typeof newAccount>;

/** Fields that `PATCH /api/accounts/{id}` takes. Strict: `members`, `role`, `id` and strangers are refused. */
export const accountChanges = z
  .strictObject({
    name: accountName,
    language,
    timeZone,
    dateFormat,
    currency: currencyCode,
    settings: accountSettings,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0);
