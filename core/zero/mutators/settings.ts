import { defineMutator } from '@rocicorp/zero';
import type { ReadonlyJSONValue, Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { bookingRules, readBookingRules } from '../../domain/booking-rules.ts';
import { lockedDays } from '../../domain/locked-days.ts';
import { notificationSettings, readNotifications } from '../../domain/notifications.ts';
import { photographerProfile } from '../../domain/photographer.ts';
import { readTax, taxSettings } from '../../domain/tax.ts';
import { actTime, authorise, timeOf, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';

const jsonRecord = z.record(z.string(), z.json());

/** Writes one setting as what `change` makes of its present value, of which other fields stay as they are. */
async function change(
  tx: Transaction,
  ctx: Ctx,
  key: string,
  now: number,
  make: (value: ReadonlyJSONValue | undefined) => ReadonlyJSONValue,
): Promise<void> {
  if (tx.location === 'server') {
    // Of two who change fields of one setting at once, the second sees the first, also where there was none yet.
    const none = `insert into settings (account_id, key, author_id, value) values ($1, $2, $3, '{}') on conflict do nothing`;
    await tx.dbTransaction.query(none, [ctx.accountId, key, ctx.userId]);
    const held = 'select from settings where account_id = $1 and key = $2 for no key update';
    await tx.dbTransaction.query(held, [ctx.accountId, key]);
  }
  const row = await tx.run(zql.settings.where('accountId', ctx.accountId).where('key', key).one());
  const value = make(row?.value);
  const updatedAt = timeOf(tx, ctx, now);
  await tx.mutate.settings.upsert({ accountId: ctx.accountId, key, authorId: ctx.userId, value, updatedAt });
}

/** What a setting holds, whoever wrote it. */
const fieldsOf = (value: ReadonlyJSONValue | undefined) => jsonRecord.safeParse(value).data ?? {};

export const settingMutators = {
  /** What the studio's public page says of it; the setting's other fields stay as they are. */
  setPhotographer: defineMutator(
    z.strictObject({ profile: photographerProfile.partial(), now: actTime }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'account.update');
      await change(tx, ctx, 'photographer', args.now, (value) => ({ ...fieldsOf(value), ...args.profile }));
    },
  ),

  /** Days on which nobody can book (spec §3: `photographer.lockedDays`). */
  setLockedDays: defineMutator(z.strictObject({ days: lockedDays, now: actTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'scheduling.write');
    await change(tx, ctx, 'photographer', args.now, (value) => ({ ...fieldsOf(value), lockedDays: args.days }));
  }),

  setBooking: defineMutator(
    z.strictObject({ rules: bookingRules.partial(), now: actTime }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'account.update');
      await change(tx, ctx, 'booking', args.now, (value) => ({ ...readBookingRules(value), ...args.rules }));
    },
  ),

  setTax: defineMutator(
    z.strictObject({ tax: taxSettings.partial(), now: actTime }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'account.update');
      await change(tx, ctx, 'tax', args.now, (value) => ({ ...readTax(value), ...args.tax }));
    },
  ),

  setNotifications: defineMutator(
    z.strictObject({ notifications: notificationSettings.partial(), now: actTime }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'account.update');
      await change(tx, ctx, 'notifications', args.now, (value) => ({
        ...readNotifications(value),
        ...args.notifications,
      }));
    },
  ),
};
