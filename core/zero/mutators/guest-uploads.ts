import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { guestLink } from '../../domain/galleries/guest-uploads.ts';
import { galleryId } from '../../domain/values/ids.ts';
import type { Ctx } from '../context.ts';
import { assertFound, lockRow, ownRows } from '../own-rows.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertSection } from './photo-access.ts';

const findLink = (tx: Transaction, ctx: Ctx, id: string) =>
  tx.run(ownRows(ctx, 'guestUploadLinks').where('galleryId', id).one());

export const guestUploadMutators = {
  /** Opens the link, with a new address if the hash is another one: the former address ends. */
  open: studioMutator('galleries.share', guestLink, async ({ tx, ctx, args, now }) => {
    await lockRow(tx, ctx, 'galleries', args.galleryId);
    const { sectionId, tokenHash } = args;
    if (tx.location === 'server') {
      const used = await tx.run(zql.guestUploadLinks.where('tokenHash', tokenHash).one());
      // Every guest of that link can compute its hash; a second row with it would receive their photos.
      if (used && used.galleryId !== args.galleryId) throw new AppError('conflict', { field: 'tokenHash' });
    }
    await assertSection(tx, ctx, args.galleryId, sectionId);
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
    await lockRow(tx, ctx, 'galleries', args.galleryId);
    assertFound(await findLink(tx, ctx, args.galleryId));
    await tx.mutate.guestUploadLinks.update({ galleryId: args.galleryId, isOpen: false, updatedAt: now });
  }),
};
