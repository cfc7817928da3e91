import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import {
  GALLERY_TRANSITIONS,
  GALLERY_UNDO,
  TRASH_MS,
  galleryChanges,
  galleryStatus,
  newGallery,
  type NewGallery,
} from '../../domain/galleries/galleries.ts';
import { galleryId } from '../../domain/values/ids.ts';
import { importedGallery, MAX_IMPORT_STEP } from '../../domain/studio/imports.ts';
import { UNDO_WINDOW_MS, assertTransition } from '../../domain/values/transitions.ts';
import { authorise, type Ctx } from '../context.ts';
import {
  assertFound,
  assertNew,
  assertReference,
  findRow,
  lockAccount,
  lockRow,
  ownRow,
  presentIds,
} from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Requires a watermark whose image is stored. */
export async function assertWatermark(tx: Transaction, ctx: Ctx, id: string | null | undefined): Promise<void> {
  const watermark = await assertReference(tx, ctx, 'watermarks', id, 'watermarkId');
  if (watermark?.imageVersion === 0) throw new AppError('watermark_missing', { field: 'watermarkId' });
}

async function insertGallery(tx: Transaction, ctx: Ctx, row: NewGallery, now: number): Promise<void> {
  await assertReference(tx, ctx, 'customers', row.customerId, 'customerId');
  await tx.mutate.galleries.insert({
    id: row.id,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    name: row.name,
    description: row.description ?? '',
    customerId: row.customerId ?? null,
    date: row.date ?? null,
    status: 'draft',
    visibility: 'link',
    hasPassword: false,
    coverStyle: 'band',
    sortBy: 'captured_at',
    allowOriginal: true,
    allowWeb: true,
    removeLocation: false,
    guestFavourites: false,
    guestComments: false,
    hasDownloadPin: false,
    settings: {},
    createdAt: now,
    updatedAt: now,
  });
}

export const galleryMutators = {
  create: studioMutator('galleries.write', newGallery, async ({ tx, ctx, args, now }) => {
    await assertNew(tx, ctx, 'galleries', args.id);
    await insertGallery(tx, ctx, args, now);
  }),

  /** Imports one step of drafts without photos; safe to run twice. */
  importMany: studioMutator(
    'galleries.write',
    z.strictObject({ create: z.array(importedGallery).min(1).max(MAX_IMPORT_STEP) }),
    async ({ tx, ctx, args: { create }, now }) => {
      await lockAccount(tx, ctx);
      const present = await presentIds(tx, ctx, 'galleries', create);
      for (const { sections = [], ...gallery } of create) {
        if (present.has(gallery.id)) continue;
        await insertGallery(tx, ctx, gallery, now);
        const sectionIds = sections.map(({ id }) => id);
        await assertNew(tx, ctx, 'gallerySections', sectionIds, 'create');
        for (const [order, { id, name }] of sections.entries()) {
          await tx.mutate.gallerySections.insert({
            id,
            accountId: ctx.accountId,
            authorId: ctx.userId,
            galleryId: gallery.id,
            name,
            order,
            isVisible: true,
            sortBy: null,
            translations: {},
            createdAt: now,
            updatedAt: now,
          });
        }
      }
    },
  ),

  update: studioMutator(
    'galleries.write',
    z.strictObject({ id: galleryId, changes: galleryChanges }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const { visibility, guestFavourites, guestComments } = changes;
      if ([visibility, guestFavourites, guestComments].some((value) => value !== undefined)) {
        authorise(ctx, 'galleries.share');
      }
      const gallery = await lockRow(tx, ctx, 'galleries', id);
      if (changes.visibility === 'password' && !gallery.hasPassword) {
        throw new AppError('validation_failed', { field: 'visibility' });
      }
      // Forms send every field: a trashed customer may stay, but not be selected.
      if (changes.customerId !== gallery.customerId) {
        await assertReference(tx, ctx, 'customers', changes.customerId, 'customerId');
      }
      await assertReference(tx, ctx, 'photos', changes.coverPhotoId, 'coverPhotoId', ({ galleryId: of }) => of === id);
      if (changes.watermarkId !== gallery.watermarkId) await assertWatermark(tx, ctx, changes.watermarkId);
      const { expiresAt, design, translations, ...rest } = changes;
      const settings = { ...(design && { design }), ...(translations && { translations }) };
      await tx.mutate.galleries.update({
        id,
        ...rest,
        ...(Object.keys(settings).length > 0 && { settings: { ...gallery.settings, ...settings } }),
        // 0 is never; the row stores null.
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === 0 ? null : expiresAt }),
        updatedAt: now,
      });
    },
  ),

  setStatus: studioMutator(
    'galleries.publish',
    z.strictObject({ id: galleryId, to: galleryStatus }),
    async ({ tx, ctx, args, now }) => {
      const gallery = await lockRow(tx, ctx, 'galleries', args.id);
      if (args.to === 'published' && gallery.heldAt !== null) throw new AppError('content_blocked');
      assertTransition(GALLERY_TRANSITIONS, gallery.status, args.to);
      await tx.mutate.galleries.update({
        id: args.id,
        status: args.to,
        ...(args.to === 'published' && gallery.publishedAt === null ? { publishedAt: now } : {}),
        previousStatus: gallery.status,
        statusChangedAt: now,
        statusChangedBy: ctx.userId,
        updatedAt: now,
      });
    },
  ),

  /** Undoes the last status change: within ten minutes, by the same member only. */
  undoStatus: studioMutator('galleries.publish', z.strictObject({ id: galleryId }), async ({ tx, ctx, args, now }) => {
    const gallery = await lockRow(tx, ctx, 'galleries', args.id);
    const { previousStatus, statusChangedAt, statusChangedBy } = gallery;
    if (!previousStatus || statusChangedAt === null || statusChangedBy !== ctx.userId) {
      throw new AppError('undo_expired');
    }
    if (now - statusChangedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
    assertTransition(GALLERY_UNDO, gallery.status, previousStatus);
    await tx.mutate.galleries.update({
      id: args.id,
      status: previousStatus,
      ...(previousStatus === 'draft' ? { publishedAt: null } : {}),
      previousStatus: null,
      statusChangedAt: null,
      statusChangedBy: null,
      updatedAt: now,
    });
  }),

  /** Moves the gallery to the trash for 30 days. */
  trash: studioMutator('galleries.delete', z.strictObject({ id: galleryId }), async ({ tx, ctx, args, now }) => {
    await ownRow(tx, ctx, 'galleries', args.id);
    await tx.mutate.galleries.update({ id: args.id, deletedAt: now, updatedAt: now });
  }),

  restore: studioMutator('galleries.delete', z.strictObject({ id: galleryId }), async ({ tx, ctx, args, now }) => {
    const stored = await findRow(tx, ctx, 'galleries', args.id, { trashed: true });
    // A browser may have no query that returns it; the server's result brings it back.
    if (!stored && tx.location === 'client') return;
    const row = assertFound(stored);
    if (row.deletedAt === null) return;
    if (now - row.deletedAt > TRASH_MS) throw new AppError('undo_expired');
    await tx.mutate.galleries.update({ id: args.id, deletedAt: null, updatedAt: now });
  }),
};
