import type { ReadonlyJSONValue, Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { bookingRules, readBookingRules } from '../../domain/sessions/booking.ts';
import { AppError } from '../../domain/values/errors.ts';
import { LOGO_SETTINGS, logoVariant, studioPhotoKind } from '../../domain/branding/logo-settings.ts';
import { deliverySettings, readDelivery } from '../../domain/galleries/galleries.ts';
import { firstStepsSetting } from '../../domain/studio/first-steps.ts';
import { lockedDays, type LockedDays, MAX_LOCKED_DAYS, readLockedDays } from '../../domain/slots/locked-days.ts';
import { notificationSettings, readNotifications } from '../../domain/studio/notifications.ts';
import { proofingSettings, readProofing } from '../../domain/galleries/proofing.ts';
import { methodSettings, readMethods } from '../../domain/payments/methods.ts';
import { readTax, taxSettings } from '../../domain/payments/receipts.ts';
import { STUDIO_PHOTO_FIELDS } from '../../domain/branding/studio-photos.ts';
import { photographerProfile } from '../../domain/studio/studio-profile.ts';
import { DEFAULT_THEME, type ThemeValues, themeValues } from '../../domain/branding/theme.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

const jsonRecord = z.record(z.string(), z.json());

/** Applies `change` to one setting's stored value, under a lock. Other fields of the value stay. */
async function change(
  tx: Transaction,
  ctx: Ctx,
  key: string,
  now: number,
  make: (value: ReadonlyJSONValue | undefined) => ReadonlyJSONValue,
): Promise<void> {
  if (tx.location === 'server') {
    // Insert an empty row first, so that concurrent changes are serialised even without a stored value.
    const none = `insert into settings (account_id, key, author_id, value) values ($1, $2, $3, '{}') on conflict do nothing`;
    await tx.dbTransaction.query(none, [ctx.accountId, key, ctx.userId]);
    const held = 'select from settings where account_id = $1 and key = $2 for no key update';
    await tx.dbTransaction.query(held, [ctx.accountId, key]);
  }
  const row = await tx.run(ownRows(ctx, 'settings').where('key', key).one());
  const value = make(row?.value);
  await tx.mutate.settings.upsert({ accountId: ctx.accountId, key, authorId: ctx.userId, value, updatedAt: now });
}

/** Returns the fields of a setting; {} for any other stored value. */
const settingFields = (value: ReadonlyJSONValue | undefined) => jsonRecord.safeParse(value).data ?? {};

const someDays = lockedDays.min(1);

/** Applies `make` to the current locked days (setting `photographer.lockedDays`). */
async function changeLockedDays(
  tx: Transaction,
  ctx: Ctx,
  now: number,
  make: (days: LockedDays) => LockedDays,
): Promise<void> {
  await change(tx, ctx, 'photographer', now, (value) => {
    const fields = settingFields(value);
    const days = make(readLockedDays(fields.lockedDays));
    if (days.length > MAX_LOCKED_DAYS) throw new AppError('limit_reached', { field: 'lockedDays' });
    return { ...fields, lockedDays: days };
  });
}

/** Writes a theme as a whole; null returns to our own look. */
export async function writeTheme(tx: Transaction, ctx: Ctx, theme: ThemeValues | null, now: number): Promise<void> {
  // The time comes first: it locks the theme, so that two changes leave the values of one of them.
  const values = { updatedAt: theme ? now : 0, ...(theme ?? DEFAULT_THEME) };
  for (const [key, value] of Object.entries(values)) await change(tx, ctx, `theme.${key}`, now, () => value);
}

export const settingMutators = {
  /** Sets the public profile; other fields of the setting stay. Name the email only to change it. */
  setPhotographer: studioMutator(
    'account.update',
    z.strictObject({ profile: photographerProfile.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'photographer', now, (value) => ({ ...settingFields(value), ...args.profile }));
    },
    // Clients' replies go there, and what the studio is told.
    ({ profile }) => (profile.email === undefined ? null : 'reply_address_changed'),
  ),

  /**
   * Sets the theme of public pages as a whole: a default counts as chosen from then on. Null returns to our own look: the
   * stored defaults, of which none counts as chosen.
   */
  setTheme: studioMutator(
    'account.update',
    z.strictObject({ theme: themeValues.nullable() }),
    async ({ tx, ctx, args: { theme }, now }) => writeTheme(tx, ctx, theme, now),
  ),

  /** Removes a logo from all pages. Its files cannot be restored. */
  removeLogo: studioMutator(
    'account.update',
    z.strictObject({ variant: logoVariant }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, LOGO_SETTINGS[args.variant], now, () => '');
    },
  ),

  /** Removes the studio's portrait or cover. Its files cannot be restored. */
  removePhoto: studioMutator(
    'account.update',
    z.strictObject({ kind: studioPhotoKind }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'photographer', now, (value) => ({
        ...settingFields(value),
        [STUDIO_PHOTO_FIELDS[args.kind]]: '',
      }));
    },
  ),

  /** Adds locked days to the current ones, so that concurrent additions are both kept. */
  lockDays: studioMutator('scheduling.write', z.strictObject({ days: someDays }), async ({ tx, ctx, args, now }) => {
    await changeLockedDays(tx, ctx, now, (days) => [...new Set([...days, ...args.days])].sort());
  }),

  /** Removes locked days from the current ones. */
  unlockDays: studioMutator('scheduling.write', z.strictObject({ days: someDays }), async ({ tx, ctx, args, now }) => {
    const freed = new Set(args.days);
    await changeLockedDays(tx, ctx, now, (days) => days.filter((day) => !freed.has(day)));
  }),

  setBooking: studioMutator(
    'account.update',
    z.strictObject({ rules: bookingRules.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'booking', now, (value) => ({ ...readBookingRules(value), ...args.rules }));
    },
    // The text on the booking page may say where to pay.
    ({ rules }) => (rules.pageText ? 'client_texts_changed' : null),
  ),

  setTax: studioMutator(
    'account.update',
    z.strictObject({ tax: taxSettings.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'tax', now, (value) => ({ ...readTax(value), ...args.tax }));
    },
  ),

  /** Sets how clients may pay. */
  setMethods: studioMutator(
    'account.update',
    z.strictObject({ methods: methodSettings.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'methods', now, (value) => ({ ...readMethods(value), ...args.methods }));
    },
    // Clients' money goes to these accounts.
    ({ methods: { iban, holder, bizum } }) =>
      iban === undefined && holder === undefined && bizum === undefined ? null : 'payment_methods_changed',
  ),

  setDelivery: studioMutator(
    'account.update',
    z.strictObject({ delivery: deliverySettings.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'delivery', now, (value) => ({ ...readDelivery(value), ...args.delivery }));
    },
  ),

  setNotifications: studioMutator(
    'account.update',
    z.strictObject({ notifications: notificationSettings.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'notifications', now, (value) => ({
        ...readNotifications(value),
        ...args.notifications,
      }));
    },
  ),

  setProofing: studioMutator(
    'account.update',
    z.strictObject({ proofing: proofingSettings.partial() }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'proofing', now, (value) => ({ ...readProofing(value), ...args.proofing }));
    },
  ),

  /** Sets the dismissed first steps of the home screen. */
  setFirstSteps: studioMutator(
    'account.update',
    z.strictObject({ firstSteps: firstStepsSetting }),
    async ({ tx, ctx, args, now }) => {
      await change(tx, ctx, 'firstSteps', now, () => args.firstSteps);
    },
  ),
};
