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
import { parseAccountId, galleryId } from '../../domain/values/ids.ts';
import { importedGallery, MAX_IMPORT_STEP } from '../../domain/studio/imports.ts';
import { UNDO_WINDOW_MS, assertTransition } from '../../domain/values/transitions.ts';
import { authorise, assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { importSequentially, presentIds } from './import-access.ts';

/** Returns the caller's gallery outside the trash; every write begins with it. */
export async function loadGallery(tx: Transaction, ctx: Ctx, id: string) {
  const row = await tx.run(zql.galleries.where('id', id).where('accountId', ctx.accountId).one());
  const gallery = assertFound(row);
  if (gallery.deletedAt !== null) throw new AppError('not_found');
  return gallery;
}

/**
 * Locks the row until the end of the transaction, so that concurrent changes of its status or its photos are
 * serialised. Always the first lock: photos come after it, counts last.
 */
export async function lockGallery(tx: Transaction, ctx: Ctx, id: string) {
  if (tx.location === 'server') {
    const sql = 'select from galleries where id = $1 and account_id = $2 for no key update';
    await tx.dbTransaction.query(sql, [id, ctx.accountId]);
  }
  return loadGallery(tx, ctx, id);
}

// A browser has only the rows of its screens' queries, so only the server can report a missing parent.

async function assertCustomer(tx: Transaction, ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (!id || tx.location === 'client') return;
  const row = await tx.run(zql.customers.where('id', id).where('accountId', ctx.accountId).one());
  if (!row || row.deletedAt !== null) throw new AppError('not_found', { field: 'customerId' });
}

async function assertCover(tx: Transaction, ctx: Ctx, gallery: string, id: string | null | undefined): Promise<void> {
  if (!id || tx.location === 'client') return;
  const photo = await tx.run(
    zql.photos.where('id', id).where('accountId', ctx.accountId).where('galleryId', gallery).one(),
  );
  if (!photo || photo.deletedAt !== null) throw new AppError('not_found', { field: 'coverPhotoId' });
}

/** Requires a watermark whose image is stored. */
export async function assertWatermark(tx: Transaction, ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (!id || tx.location === 'client') return;
  const watermark = await tx.run(zql.watermarks.where('id', id).where('accountId', ctx.accountId).one());
  if (!watermark) throw new AppError('not_found', { field: 'watermarkId' });
  if (watermark.imageVersion === 0) throw new AppError('watermark_missing', { field: 'watermarkId' });
}

async function insertGallery(tx: Transaction, ctx: Ctx, row: NewGallery, now: number): Promise<void> {
  await assertCustomer(tx, ctx, row.customerId);
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
    // A gallery's id begins with its account's id: one image token covers all.
    if (parseAccountId(args.id) !== ctx.accountId) throw new AppError('validation_failed', { field: 'id' });
    // Without this check an insert with an existing key would silently succeed.
    if (await tx.run(zql.galleries.where('id', args.id).one())) throw new AppError('conflict', { field: 'id' });
    await insertGallery(tx, ctx, args, now);
  }),

  /** Imports one step of drafts without photos; safe to run twice. */
  importMany: studioMutator(
    'galleries.write',
    z.strictObject({ create: z.array(importedGallery).min(1).max(MAX_IMPORT_STEP) }),
    async ({ tx, ctx, args: { create }, now }) => {
      if (create.some(({ id }) => parseAccountId(id) !== ctx.accountId)) {
        throw new AppError('validation_failed', { field: 'id' });
      }
      await importSequentially(tx, ctx);
      const present = await presentIds(tx, ctx, zql.galleries, create);
      for (const { sections = [], ...gallery } of create) {
        if (present.has(gallery.id)) continue;
        await insertGallery(tx, ctx, gallery, now);
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
      const gallery = await lockGallery(tx, ctx, id);
      if (changes.visibility === 'password' && !gallery.hasPassword) {
        throw new AppError('validation_failed', { field: 'visibility' });
      }
      // Forms send every field: a trashed customer may stay, but not be selected.
      if (changes.customerId !== gallery.customerId) await assertCustomer(tx, ctx, changes.customerId);
      await assertCover(tx, ctx, id, changes.coverPhotoId);
      if (changes.watermarkId !== gallery.watermarkId) await assertWatermark(tx, ctx, changes.watermarkId);
      const { expiresAt, design, ...rest } = changes;
      await tx.mutate.galleries.update({
        id,
        ...rest,
        ...(design === undefined ? {} : { settings: { ...gallery.settings, design } }),
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
      const gallery = await lockGallery(tx, ctx, args.id);
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
    const gallery = await lockGallery(tx, ctx, args.id);
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
    await loadGallery(tx, ctx, args.id);
    await tx.mutate.galleries.update({ id: args.id, deletedAt: now, updatedAt: now });
  }),

  restore: studioMutator('galleries.delete', z.strictObject({ id: galleryId }), async ({ tx, ctx, args, now }) => {
    const stored = await tx.run(zql.galleries.where('id', args.id).where('accountId', ctx.accountId).one());
    // A browser may have no query that returns it; the server's result brings it back.
    if (!stored && tx.location === 'client') return;
    const row = assertFound(stored);
    if (row.deletedAt === null) return;
    if (now - row.deletedAt > TRASH_MS) throw new AppError('undo_expired');
    await tx.mutate.galleries.update({ id: args.id, deletedAt: null, updatedAt: now });
  }),
};
