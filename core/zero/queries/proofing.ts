import { defineQuery } from '@rocicorp/zero';
import { z } from 'zod';
import { galleryId, rowId } from '../../domain/values/ids.ts';
import {
  MAX_GALLERY_COMMENTS,
  MAX_GALLERY_LISTS,
  MAX_GALLERY_PEOPLE,
  MAX_GALLERY_PICKS,
  MAX_ROUNDS,
} from '../../domain/galleries/proofing.ts';
import { readableAccountId } from '../context.ts';
import { moneyScope } from '../money-scope.ts';
import { zql } from '../schema.ts';

/** Invitations of a gallery, as `galleries.grants` returns. */
const MAX_GALLERY_INVITES = 500;

const ofGallery = z.strictObject({ galleryId });

export const proofingQueries = {
  /** Selections and favourites of a gallery, earliest first, with the ids of a selection's people. */
  lists: defineQuery(ofGallery, ({ ctx, args }) =>
    zql.pickLists
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('galleryId', args.galleryId)
      .where('deletedAt', 'IS', null)
      .related('people')
      .orderBy('createdAt', 'asc')
      .limit(MAX_GALLERY_LISTS),
  ),

  /** Prices of extra photos and charges of rounds, with their payments as far as the caller may see those. */
  money: defineQuery(ofGallery, ({ ctx, args }) => {
    const { accountId, photographerId } = moneyScope(ctx);
    return zql.pickLists
      .where('accountId', accountId)
      .where('galleryId', args.galleryId)
      .where('kind', 'selection')
      .where('deletedAt', 'IS', null)
      .related('price')
      .related('charges', (charges) =>
        charges
          .related('payment', (payment) =>
            (photographerId === null ? payment : payment.where('photographerId', photographerId)).related('customer'),
          )
          .orderBy('round', 'asc'),
      )
      .orderBy('createdAt', 'asc')
      .limit(MAX_GALLERY_LISTS);
  }),

  /** Opinions on photos, latest first. Without names: those are in `people`. */
  picks: defineQuery(ofGallery, ({ ctx, args }) =>
    zql.picks
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('galleryId', args.galleryId)
      .whereExists('list', (list) => list.where('deletedAt', 'IS', null), { flip: false })
      .orderBy('at', 'desc')
      .limit(MAX_GALLERY_PICKS),
  ),

  /** Submissions of a selection, latest first. */
  rounds: defineQuery(z.strictObject({ listId: rowId }), ({ ctx, args }) =>
    zql.pickRounds
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('listId', args.listId)
      .orderBy('round', 'desc')
      .limit(MAX_ROUNDS),
  ),

  /** People of a gallery with their invitations. Not for assistants: it contains emails. */
  people: defineQuery(ofGallery, ({ ctx, args }) =>
    zql.galleryPeople
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('galleryId', args.galleryId)
      .related('grant')
      .orderBy('createdAt', 'asc')
      .limit(MAX_GALLERY_PEOPLE + MAX_GALLERY_INVITES),
  ),

  /** Comments of a gallery, latest first. */
  comments: defineQuery(ofGallery, ({ ctx, args }) =>
    zql.photoComments
      .where('accountId', readableAccountId(ctx, 'galleries.read'))
      .where('galleryId', args.galleryId)
      .where('deletedAt', 'IS', null)
      .orderBy('createdAt', 'desc')
      .limit(MAX_GALLERY_COMMENTS),
  ),

  /** Submitted selections of all galleries outside the trash, latest first. */
  submitted: defineQuery(z.strictObject({ limit: z.number().int().min(1).max(200) }), ({ ctx, args }) =>
    zql.pickLists
      .where('accountId', readableAccountId(ctx, 'galleries.share'))
      .where('kind', 'selection')
      .where('status', 'submitted')
      .where('deletedAt', 'IS', null)
      .whereExists('gallery', (gallery) => gallery.where('deletedAt', 'IS', null), { flip: false })
      .related('gallery')
      .orderBy('submittedAt', 'desc')
      .limit(args.limit),
  ),
};
