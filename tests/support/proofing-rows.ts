import { insertRow, newId, type Db } from './rows.ts';

/** Rows of choosing photos, for tests of mutators and queries. */
export interface ProofingRows {
  /** The invited person, whose id is that of the invitation; of the open selection. */
  clientId: string;
  guestId: string;
  /** Open, with a price and one person, a pick and a comment. */
  selectionId: string;
  /** With a round, a charge and its payment. */
  submittedId: string;
  /** Locked a moment ago, submitted before. */
  lockedId: string;
  /** Removed a moment ago. */
  removedListId: string;
  /** List of the guest. */
  favouritesId: string;
  commentId: string;
  resolvedCommentId: string;
  /** Deleted a moment ago. */
  deletedCommentId: string;
}

interface Parents {
  galleryId: string;
  photoId: string;
  /** An invitation to the gallery. */
  grantId: string;
  /** A payment of the studio. */
  paymentId: string;
}

export async function makeProofing(db: Db, accountId: string, parents: Parents): Promise<ProofingRows> {
  const { galleryId, photoId, grantId, paymentId } = parents;
  const rows = missingProofing(grantId);
  const inGallery = { account_id: accountId, gallery_id: galleryId };
  await insertRow(db, 'gallery_people', { id: rows.guestId, ...inGallery, role: 'guest', name: 'Iris' });
  const selection = { ...inGallery, kind: 'selection', name: 'Album' };
  const submitted = { submitted_at: new Date(), round: 1 };
  await insertRow(db, 'pick_lists', { id: rows.selectionId, ...selection, for_everyone: false, max_count: 30 });
  await insertRow(db, 'pick_lists', { id: rows.submittedId, ...selection, ...submitted, status: 'submitted' });
  await insertRow(db, 'pick_lists', { id: rows.lockedId, ...selection, ...submitted, status: 'locked' });
  await insertRow(db, 'pick_lists', { id: rows.removedListId, ...selection, deleted_at: new Date() });
  const own = { owner_person_id: rows.guestId, kind: 'favourites', is_default: true };
  await insertRow(db, 'pick_lists', { id: rows.favouritesId, ...inGallery, ...own });
  await insertRow(db, 'list_people', { list_id: rows.selectionId, person_id: rows.clientId, ...inGallery });
  const price = { list_id: rows.selectionId, account_id: accountId, extra_price: 1500 };
  await insertRow(db, 'pick_list_prices', price);
  const pick = { photo_id: photoId, ...inGallery };
  await insertRow(db, 'picks', { list_id: rows.selectionId, person_id: rows.clientId, ...pick });
  await insertRow(db, 'picks', { list_id: rows.favouritesId, person_id: rows.guestId, ...pick });
  const round = { list_id: rows.submittedId, round: 1 };
  await insertRow(db, 'pick_rounds', { ...round, ...inGallery, photo_ids: [photoId], person_id: rows.clientId });
  const charge = { extra_count: 1, amount: 1500, currency: 'EUR', payment_id: paymentId };
  await insertRow(db, 'pick_round_charges', { ...round, account_id: accountId, ...charge });
  const comment = { ...inGallery, photo_id: photoId, file_id: newId(24), person_id: rows.clientId, body: 'Lighter?' };
  await insertRow(db, 'photo_comments', { id: rows.commentId, ...comment });
  await insertRow(db, 'photo_comments', { id: rows.resolvedCommentId, ...comment, resolved_at: new Date() });
  await insertRow(db, 'photo_comments', { id: rows.deletedCommentId, ...comment, deleted_at: new Date() });
  return rows;
}

/** Well-formed ids without rows. */
export function missingProofing(clientId: string = newId()): ProofingRows {
  return {
    clientId,
    guestId: newId(),
    selectionId: newId(),
    submittedId: newId(),
    lockedId: newId(),
    removedListId: newId(),
    favouritesId: newId(),
    commentId: newId(),
    resolvedCommentId: newId(),
    deletedCommentId: newId(),
  };
}
