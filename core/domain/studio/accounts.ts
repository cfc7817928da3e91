import { z } from 'zod';
import { dateFormat } from '../values/date-formats.ts';
import { accountId, userId } from '../values/ids.ts';
import { language, line } from '../values/primitives.ts';
import { planState } from './plan-state.ts';
import { announcement } from './announcements.ts';
import { actorRole, role } from './roles.ts';
import { presentVisit } from './support.ts';
import { timeZone } from '../values/time.ts';

/** Slugs that no studio may take: our own paths, and names that could impersonate us. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account accounts admin administrator albumen api app assets auth billing blog cdn client clients contact
  dashboard demo docs download downloads email event events favicon font fonts gallery galleries help home image images
  img index invite invites legal locales login logo logout mail media metrics new news null oauth page pages password
  payment payments photo photos photographer photographers ping press pricing privacy public register reset reset-password
  robots root scheduling security session sessions settings share shop sign-in sign-up signin signup sitemap static
  status store studio support sync system team terms test undefined upload uploads user users verify webhook webhooks
  well-known www zero`.split(/\s+/),
);

/** 3–40 of `a-z0-9-`, beginning and ending with a letter or digit; ASCII only, so no look-alikes. */
export const slug = z
  .string()
  .trim()
  // Matched before lower-casing, which would turn the Kelvin sign into a k.
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{1,38})[A-Za-z0-9]$/)
  .toLowerCase()
  .refine((value) => !value.includes('--'));

export function isReserved(value: string): boolean {
  return RESERVED_SLUGS.has(value.toLowerCase());
}

/** Currencies offered when a studio opens; any ISO 4217 code is accepted. Symbol and position follow from the code. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** Maximum number of studios per user, to limit abuse. */
export const MAX_ACCOUNTS_PER_USER = 10;

export const accountName = line.min(1).max(80);

/** JSON text of `accounts.settings`: small, open to later keys, never deep. */
export const accountSettings = z
  .record(z.string().max(64), z.json())
  .refine((value) => JSON.stringify(value).length <= 16_384);

export const member = z.strictObject({
  userId,
  role,
  name: z.string(),
  email: z.string(),
});

/** An account in API responses; times in epoch milliseconds. */
export const account = z.object({
  id: accountId,
  name: accountName,
  slug,
  language,
  timeZone: z.string(),
  /** Defaulted: an account cached by a browser may lack this field. */
  dateFormat: dateFormat.default('auto'),
  currency: currencyCode,
  settings: accountSettings,
  members: z.array(member),
  /** The caller's role. */
  role: actorRole,
  createdAt: z.number(),
  /** What the studio has agreed on and paid; null where nothing is charged, absent in an account cached from before. */
  planState: planState.nullable().default(null),
  /** When the month reached its cap, so that uploads and clients' downloads stopped; null below it. */
  cappedAt: z.number().nullable().default(null),
  /** When an operator suspended the studio; an account cached by a browser may lack this field. */
  pausedAt: z.number().nullable().default(null),
  /** When an operator blocked the studio, or its website. */
  heldAt: z.number().nullable().default(null),
  siteHeldAt: z.number().nullable().default(null),
  /** True while a legal order postpones that members are told of an operator's act. */
  isUntold: z.boolean().default(false),
  /** Visits of the operator's support that are going on; an account cached by a browser may lack this field. */
  visits: z.array(presentVisit).default([]),
  /** What the operator tells the studio's members, now or later. */
  announcements: z.array(announcement).default([]),
  /** The version of the terms that a person has accepted for the studio; null before. */
  terms: z.number().nullable().default(null),
  /** True while the payment of a bill has failed and the bill is open. */
  isOverdue: z.boolean().default(false),
  /** When prices begin that the studio was told of and has not accepted; null without such. */
  pricesEndAt: z.number().nullable().default(null),
  /** Groups of zero-cache that have the studio; the first serves it. An account cached by a browser may lack this field. */
  syncGroups: z.array(z.number().int()).min(1).default([0]),
});
export type Account = z.infer<typeof account>;

/** Fields of a new studio. */
export const newAccount = z.strictObject({ name: accountName, slug, currency: currencyCode, timeZone, language });

/** What opening a studio sends: `terms` is the version that the person has agreed to, in the language that they read. */
export const openedAccount = newAccount.extend({
  terms: z.strictObject({ version: z.number().int(), language }).optional(),
});
export type NewAccount = z.infer<typeof newAccount>;

/** Fields that `PATCH /api/accounts/{id}` accepts. Strict: `members`, `role`, `id` and unknown fields are refused. */
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
