import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { guestLink } from '../../domain/galleries/guest-uploads.ts';
import { galleryId } from '../../domain/values/ids.ts';
import { assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { lockGallery } from './galleries.ts';

const findLink = (tx: Transaction, ctx: Ctx, id: string) =>
  tx.run(zql.guestUploadLinks.where('galleryId', id).where('accountId', ctx.accountId).one());

export const guestUploadMutators = {
  /** Opens the link, with a new address if the hash is another one: the former address ends. */
  open: studioMutator('galleries.share', guestLink, async ({ tx, ctx, args, now }) => {
    await lockGallery(tx, ctx, args.galleryId);
    const { sectionId, tokenHash } = args;
    if (tx.location === 'server') {
      const used = await tx.run(zql.guestUploadLinks.where('tokenHash', tokenHash).one());
      // Every guest of that link can compute its hash; a second row with it would receive their photos.
      if (used && used.galleryId !== args.galleryId) throw new AppError('conflict', { field: 'tokenHash' });
    }
    if (sectionId !== null && tx.location === 'server') {
      const section = await tx.run(
        zql.gallerySections
          .where('id', sectionId)
          .where('galleryId', args.galleryId)
          .where('accountId', ctx.accountId)
          .one(),
      );
      if (!section) throw new AppError('not_found', { field: 'sectionId' });
    }
    const link = await findLink(tx, ctx, args.galleryId);
    if (link) return tx.mutate.guestUploadLinks.update({ ...args, isOpen: true, updatedAt: now });
    await tx.mutate.guestUploadLinks.insert({
      ...args,
      accountId: ctx.accountId,
      authorId: ctx.userId,
      isOpen: true,
      createdAt: now,
      updatedAt: now,
    });
  }),

  /** Ends the link; its photos stay. */
  close: studioMutator('galleries.share', z.strictObject({ galleryId }), async ({ tx, ctx, args, now }) => {
    await lockGallery(tx, ctx, args.galleryId);
    assertFound(await findLink(tx, ctx, args.galleryId));
    await tx.mutate.guestUploadLinks.update({ galleryId: args.galleryId, isOpen: false, updatedAt: now });
  }),
};
