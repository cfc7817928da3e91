import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { MAX_WATERMARKS, newWatermark, watermarkChanges } from '../../domain/branding/watermarks.ts';
import type { Ctx } from '../context.ts';
import { assertNew, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Removes a deleted watermark from presets, which could otherwise not be applied any more. */
async function clearFromPresets(tx: Transaction, ctx: Ctx, id: string, now: number): Promise<void> {
  const presets = await tx.run(ownRows(ctx, 'galleryPresets'));
  for (const preset of presets.filter(({ settings }) => settings.watermarkId === id)) {
    const { watermarkId: _gone, ...settings } = preset.settings;
    await tx.mutate.galleryPresets.update({ id: preset.id, settings, updatedAt: now });
  }
}

export const watermarkMutators = {
  /** Creates a watermark without its image, which is uploaded separately; galleries can use it from then on. */
  create: studioMutator('galleries.write', newWatermark, async ({ tx, ctx, args: watermark, now }) => {
    await assertNew(tx, ctx, 'watermarks', watermark.id);
    const present = await tx.run(ownRows(ctx, 'watermarks'));
    if (present.length >= MAX_WATERMARKS) throw new AppError('limit_reached');
    await tx.mutate.watermarks.insert({
      ...watermark,
      text: watermark.text ?? '',
      accountId: ctx.accountId,
      authorId: ctx.userId,
      imageVersion: 0,
      createdAt: now,
      updatedAt: now,
    });
  }),

  /** Changes a watermark. Photos of galleries that use it are rendered again. */
  update: studioMutator(
    'galleries.write',
    z.strictObject({ id: rowId, changes: watermarkChanges }),
    async ({ tx, ctx, args, now }) => {
      await ownRow(tx, ctx, 'watermarks', args.id);
      await tx.mutate.watermarks.update({ id: args.id, ...args.changes, updatedAt: now });
    },
  ),

  /** Refused while a gallery uses it, including trashed galleries, which may be restored. */
  remove: studioMutator('galleries.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    await ownRow(tx, ctx, 'watermarks', args.id);
    const bearer = await tx.run(ownRows(ctx, 'galleries').where('watermarkId', args.id).one());
    if (bearer) throw new AppError('watermark_in_use');
    await clearFromPresets(tx, ctx, args.id, now);
    await tx.mutate.watermarks.delete({ id: args.id });
  }),
};
