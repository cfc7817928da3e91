import { defineMutator } from '@rocicorp/zero';
import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import {
  GALLERY_TRANSITIONS,
  GALLERY_UNDO,
  TRASH_MS,
  galleryChanges,
  galleryStatus,
  newGallery,
} from '../../domain/galleries.ts';
import { parseAccountId, galleryId } from '../../domain/ids.ts';
import { UNDO_WINDOW_MS, assertTransition } from '../../domain/transitions.ts';
import { clientTime, authorise, assertFound, serverTime, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';

/** The caller's gallery outside the trash; every write begins with it. */
export async function loadGallery(tx: Transaction, ctx: Ctx, id: string) {
  const row = await tx.run(zql.galleries.where('id', id).where('accountId', ctx.accountId).one());
  const gallery = assertFound(row);
  if (gallery.deletedAt !== null) throw new AppError('not_found');
  return gallery;
}

/**
 * Holds the row until the end of the transaction: of two who change its status, or many of its photos, at once, the
 * second sees the first. Always the first lock of all: photos come after it, and the counts last.
 */
export async function lockGallery(tx: Transaction, ctx: Ctx, id: string) {
  if (tx.location === 'server') {
    const sql = 'select from galleries where id = $1 and account_id = $2 for no key update';
    await tx.dbTransaction.query(sql, [id, ctx.accountId]);
  }
  return loadGallery(tx, ctx, id);
}

// A browser holds what its screens have asked for and no more: only the server can say that a parent is not there.

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

/** Only a mark whose picture is stored can be borne. */
export async function assertWatermark(tx: Transaction, ctx: Ctx, id: string | null | undefined): Promise<void> {
  if (!id || tx.location === 'client') return;
  const watermark = await tx.run(zql.watermarks.where('id', id).where('accountId', ctx.accountId).one());
  if (!watermark) throw new AppError('not_found', { field: 'watermarkId' });
  if (watermark.imageVersion === 0) throw new AppError('watermark_missing', { field: 'watermarkId' });
}

export const galleryMutators = {
  create: defineMutator(z.strictObject({ ...newGallery.shape, now: clientTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'galleries.write');
    // A gallery's id begins with its account's: one image token covers them all (decisions §4).
    if (parseAccountId(args.id) !== ctx.accountId) throw new AppError('validation_failed', { field: 'id' });
    // An insert on an existing key would silently succeed.
    if (await tx.run(zql.galleries.where('id', args.id).one())) throw new AppError('conflict', { field: 'id' });
    await assertCustomer(tx, ctx, args.customerId);
    const now = serverTime(tx, ctx, args.now);
    await tx.mutate.galleries.insert({
      id: args.id,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      name: args.name,
      description: args.description ?? '',
      customerId: args.customerId ?? null,
      date: args.date ?? null,
      status: 'draft',
      visibility: 'link',
      hasPassword: false,
      sortBy: 'captured_at',
      allowOriginal: true,
      allowWeb: true,
      hasDownloadPin: false,
      settings: {},
      createdAt: now,
      updatedAt: now,
    });
  }),

  update: defineMutator(
    z.strictObject({ id: galleryId, changes: galleryChanges, now: clientTime }),
    async ({ tx, ctx: asked, args: { id, changes, now } }) => {
      const ctx = authorise(asked, 'galleries.write');
      if (changes.visibility !== undefined) authorise(ctx, 'galleries.share');
      const gallery = await lockGallery(tx, ctx, id);
      if (changes.visibility === 'password' && !gallery.hasPassword) {
        throw new AppError('validation_failed', { field: 'visibility' });
      }
      // A form says everything: one that went to the trash may stay, but not be chosen.
      if (changes.customerId !== gallery.customerId) await assertCustomer(tx, ctx, changes.customerId);
      await assertCover(tx, ctx, id, changes.coverPhotoId);
      if (changes.watermarkId !== gallery.watermarkId) await assertWatermark(tx, ctx, changes.watermarkId);
      const { expiresAt, ...rest } = changes;
      await tx.mutate.galleries.update({
        id,
        ...rest,
        // 0 is never (spec §3); the row says null.
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === 0 ? null : expiresAt }),
        updatedAt: serverTime(tx, ctx, now),
      });
    },
  ),

  setStatus: defineMutator(
    z.strictObject({ id: galleryId, to: galleryStatus, now: clientTime }),
    async ({ tx, ctx: asked, args }) => {
      const ctx = authorise(asked, 'galleries.publish');
      const gallery = await lockGallery(tx, ctx, args.id);
      assertTransition(GALLERY_TRANSITIONS, gallery.status, args.to);
      const now = serverTime(tx, ctx, args.now);
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

  /** Takes back the last change of status: ten minutes, and only who acted (decisions §2). */
  undoStatus: defineMutator(z.strictObject({ id: galleryId, now: clientTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'galleries.publish');
    const gallery = await lockGallery(tx, ctx, args.id);
    const now = serverTime(tx, ctx, args.now);
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

  /** To the trash, for 30 days. */
  trash: defineMutator(z.strictObject({ id: galleryId, now: clientTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'galleries.delete');
    await loadGallery(tx, ctx, args.id);
    const now = serverTime(tx, ctx, args.now);
    await tx.mutate.galleries.update({ id: args.id, deletedAt: now, updatedAt: now });
  }),

  restore: defineMutator(z.strictObject({ id: galleryId, now: clientTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'galleries.delete');
    const stored = await tx.run(zql.galleries.where('id', args.id).where('accountId', ctx.accountId).one());
    // What is in the trash is in no screen's query: it comes back with the server's answer.
    if (!stored && tx.location === 'client') return;
    const row = assertFound(stored);
    const now = serverTime(tx, ctx, args.now);
    if (row.deletedAt === null) return;
    if (now - row.deletedAt > TRASH_MS) throw new AppError('undo_expired');
    await tx.mutate.galleries.update({ id: args.id, deletedAt: null, updatedAt: now });
  }),
};
