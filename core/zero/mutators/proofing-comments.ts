import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { commentBody } from '../../domain/galleries/proofing.ts';
import { UNDO_WINDOW_MS } from '../../domain/values/transitions.ts';
import { assertNew, ownRow } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

const named = z.strictObject({ id: rowId });

/** The studio's side of comments. Clients write theirs by `api.proofing.saveComment`. */
export const commentMutators = {
  /** Answers a comment; an answer to an answer belongs to the same thread. */
  replyToComment: studioMutator(
    'galleries.share',
    z.strictObject({ id: rowId, commentId: rowId, body: commentBody.min(1) }),
    async ({ tx, ctx, args, now }) => {
      const { photoId, galleryId, fileId, listId, ...comment } = await ownRow(tx, ctx, 'photoComments', args.commentId);
      await assertNew(tx, ctx, 'photoComments', args.id);
      await tx.mutate.photoComments.insert({
        id: args.id,
        accountId: ctx.accountId,
        galleryId,
        photoId,
        fileId,
        listId,
        parentId: comment.parentId ?? comment.id,
        userId: ctx.userId,
        body: args.body,
        strokes: [],
        createdAt: now,
        updatedAt: now,
      });
    },
  ),

  resolveComment: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    await ownRow(tx, ctx, 'photoComments', args.id);
    await tx.mutate.photoComments.update({ id: args.id, resolvedAt: now, updatedAt: now });
  }),

  reopenComment: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    await ownRow(tx, ctx, 'photoComments', args.id);
    await tx.mutate.photoComments.update({ id: args.id, resolvedAt: null, updatedAt: now });
  }),

  /** Deletes a comment of anybody, and with a thread's first comment the thread. */
  deleteComment: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    await ownRow(tx, ctx, 'photoComments', args.id);
    await tx.mutate.photoComments.update({ id: args.id, deletedAt: now, updatedAt: now });
  }),

  restoreComment: studioMutator('galleries.share', named, async ({ tx, ctx, args, now }) => {
    // A browser has no deleted comments; the server's result brings it back.
    if (tx.location === 'client') return;
    const { deletedAt } = await ownRow(tx, ctx, 'photoComments', args.id, { trashed: true });
    if (deletedAt === null) return;
    if (now - deletedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
    await tx.mutate.photoComments.update({ id: args.id, deletedAt: null, updatedAt: now });
  }),
};
