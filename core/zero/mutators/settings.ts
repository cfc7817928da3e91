import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { photographerProfile } from '../../domain/photographer.ts';
import { actTime, authorise, timeOf } from '../context.ts';
import { zql } from '../schema.ts';

const jsonRecord = z.record(z.string(), z.json());

export const settingMutators = {
  /** What the studio's public page says of it; the setting's other fields stay as they are. */
  setPhotographer: defineMutator(
    z.strictObject({ profile: photographerProfile.partial(), now: actTime }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'account.update');
      const row = await tx.run(zql.settings.where('accountId', ctx.accountId).where('key', 'photographer').one());
      const kept = jsonRecord.safeParse(row?.value).data ?? {};
      await tx.mutate.settings.upsert({
        accountId: ctx.accountId,
        key: 'photographer',
        authorId: ctx.userId,
        value: { ...kept, ...args.profile },
        updatedAt: timeOf(tx, ctx, args.now),
      });
    },
  ),
};
