import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { expiresAt } from '../../domain/galleries/galleries.ts';
import { GRANT_TRANSITIONS, grantLabel, rights } from '../../domain/galleries/grants.ts';
import { guestLink } from '../../domain/galleries/guest-uploads.ts';
import { AppError } from '../../domain/values/errors.ts';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import { assertTransition } from '../../domain/values/transitions.ts';
import type { Ctx } from '../context.ts';
import { assertFound, lockRow, ownRow, ownRows } from '../own-rows.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';
import { assertSection } from './photo-access.ts';

/** Grants are created by `POST /api/auth/invite`, since their secret must not pass through a replica. */
export const grantMutators = {
  /** Revokes a grant. Takes effect within five minutes, when the visitor's image token expires. */
  revoke: studioMutator('galleries.share', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const grant = await ownRow(tx, ctx, 'grants', args.id);
    assertTransition(GRANT_TRANSITIONS, grant.status, 'revoked');
    await tx.mutate.grants.update({ id: args.id, status: 'revoked', revokedAt: now });
  }),

  setLabel: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, label: grantLabel }),
    async ({ tx, ctx, args }) => {
      await ownRow(tx, ctx, 'grants', args.id);
      await tx.mutate.grants.update({ id: args.id, label: args.label });
    },
  ),

  /** Sets rights and expiry of a grant; 0 is as long as the gallery is open. */
  setRights: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, rights, expiresAt: expiresAt.optional() }),
    async ({ tx, ctx, args }) => {
      const grant = await ownRow(tx, ctx, 'grants', args.id);
      // A revoked grant is final.
      if (grant.status === 'revoked') throw new AppError('transition_refused', { field: 'status' });
      const { view, download, select, comment } = args.rights;
      await tx.mutate.grants.update({
        id: args.id,
        canView: view,
        canDownload: download,
        canSelect: select,
        canComment: comment,
        ...(args.expiresAt === undefined ? {} : { expiresAt: args.expiresAt === 0 ? null : args.expiresAt }),
      });
    },
  ),
};

const findLink = (tx: Transaction, ctx: Ctx, id: string) =>
  tx.run(ownRows(ctx, 'guestUploadLinks').where('galleryId', id).one());

export const guestUploadMutators = {
  /** Opens the link. With another hash it has a new address, and the former address ends. */
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
