import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { expiresAt } from '../../domain/galleries/galleries.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { MAX_PRESETS, newPreset, presetChanges, presetSettings } from '../../domain/galleries/presets.ts';
import { MAX_SECTIONS } from '../../domain/galleries/sections.ts';
import { authorise, type Ctx } from '../context.ts';
import { assertNew, lockRow, ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertWatermark } from './galleries.ts';

export const presetMutators = {
  create: studioMutator('galleries.write', newPreset, async ({ tx, ctx, args, now }) => {
    await assertNew(tx, ctx, 'galleryPresets', args.id);
    const present = await tx.run(ownRows(ctx, 'galleryPresets'));
    if (present.length >= MAX_PRESETS) throw new AppError('limit_reached');
    await assertWatermark(tx, ctx, args.settings.watermarkId);
    await tx.mutate.galleryPresets.insert({
      id: args.id,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      name: args.name,
      settings: args.settings,
      createdAt: now,
      updatedAt: now,
    });
  }),

  update: studioMutator(
    'galleries.write',
    z.strictObject({ id: rowId, changes: presetChanges }),
    async ({ tx, ctx, args, now }) => {
      await ownRow(tx, ctx, 'galleryPresets', args.id);
      await assertWatermark(tx, ctx, args.changes.settings?.watermarkId);
      await tx.mutate.galleryPresets.update({ id: args.id, ...args.changes, updatedAt: now });
    },
  ),

  remove: studioMutator('galleries.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args }) => {
    await ownRow(tx, ctx, 'galleryPresets', args.id);
    await tx.mutate.galleryPresets.delete({ id: args.id });
  }),

  /**
   * Applies a preset to a gallery. Missing sections are added by name, with ids made by the caller; `expiresAt` is the
   * end of the preset's last day in the studio's zone, which the caller computes.
   */
  apply: studioMutator(
    'galleries.write',
    z.strictObject({
      id: rowId,
      galleryId,
      sectionIds: z.array(rowId).max(MAX_SECTIONS),
      expiresAt: expiresAt.optional(),
    }),
    async ({ tx, ctx, args, now }) => {
      const preset = await ownRow(tx, ctx, 'galleryPresets', args.id);
      const gallery = await lockRow(tx, ctx, 'galleries', args.galleryId);
      const { sections = [], expiresAfterDays, design, ...settings } = presetSettings.parse(preset.settings);
      if (settings.visibility !== undefined) authorise(ctx, 'galleries.share');
      await assertWatermark(tx, ctx, settings.watermarkId);
      if (expiresAfterDays && !args.expiresAt) throw new AppError('validation_failed', { field: 'expiresAt' });
      await tx.mutate.galleries.update({
        id: args.galleryId,
        ...settings,
        ...(design === undefined ? {} : { settings: { ...gallery.settings, design } }),
        ...(expiresAfterDays === undefined ? {} : { expiresAt: expiresAfterDays === 0 ? null : args.expiresAt }),
        updatedAt: now,
      });
      await addSections(tx, ctx, args.galleryId, sections, args.sectionIds, now);
    },
  ),
};

async function addSections(
  tx: Transaction,
  ctx: Ctx,
  gallery: string,
  names: readonly string[],
  ids: readonly string[],
  now: number,
): Promise<void> {
  const present = await tx.run(ownRows(ctx, 'gallerySections').where('galleryId', gallery).orderBy('order', 'asc'));
  const missing = [...new Set(names)].filter((name) => !present.some((section) => section.name === name));
  if (missing.length > ids.length) throw new AppError('validation_failed', { field: 'sectionIds' });
  if (present.length + missing.length > MAX_SECTIONS) throw new AppError('limit_reached');
  const last = present.at(-1)?.order ?? 0;
  for (const [index, name] of missing.entries()) {
    const id = ids[index]!;
    await assertNew(tx, ctx, 'gallerySections', id, 'sectionIds');
    await tx.mutate.gallerySections.insert({
      id,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      galleryId: gallery,
      name,
      order: last + index + 1,
      isVisible: true,
      translations: {},
      createdAt: now,
      updatedAt: now,
    });
  }
}
