import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { MAX_WATERMARKS, newWatermark, watermarkChanges } from '../../domain/branding/watermarks.ts';
import { assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';

async function loadWatermark(tx: Transaction, ctx: Ctx, id: string) {
  return assertFound(await tx.run(zql.watermarks.where('id', id).where('accountId', ctx.accountId).one()));
}

/** Removes a deleted watermark from presets, which could otherwise not be applied any more. */
async function clearFromPresets(tx: Transaction, ctx: Ctx, id: string, now: number): Promise<void> {
  const presets = await tx.run(zql.galleryPresets.where('accountId', ctx.accountId));
  for (const preset of presets.filter(({ settings }) => settings.watermarkId === id)) {
    const { watermarkId: _gone, ...settings } = preset.settings;
    await tx.mutate.galleryPresets.update({ id: preset.id, settings, updatedAt: now });
  }
}

export const watermarkMutators = {
  /** Creates a watermark without its image, which is uploaded separately; galleries can use it from then on. */
  create: studioMutator('galleries.write', newWatermark, async ({ tx, ctx, args: watermark, now }) => {
    if (await tx.run(zql.watermarks.where('id', watermark.id).one())) throw new AppError('conflict', { field: 'id' });
    const present = await tx.run(zql.watermarks.where('accountId', ctx.accountId));
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
      await loadWatermark(tx, ctx, args.id);
      await tx.mutate.watermarks.update({ id: args.id, ...args.changes, updatedAt: now });
    },
  ),

  /** Refused while a gallery uses it, including trashed galleries, which may be restored. */
  remove: studioMutator('galleries.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    await loadWatermark(tx, ctx, args.id);
    const bearer = await tx.run(zql.galleries.where('accountId', ctx.accountId).where('watermarkId', args.id).one());
    if (bearer) throw new AppError('watermark_in_use');
    await clearFromPresets(tx, ctx, args.id, now);
    await tx.mutate.watermarks.delete({ id: args.id });
  }),
};
