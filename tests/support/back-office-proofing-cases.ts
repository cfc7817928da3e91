import { EVERYONE, now, PHOTOGRAPHERS, update, type MutationCase, type QueryCase } from './back-office-case.ts';
import { newId } from './rows.ts';

const RULES = {
  name: 'Prints',
  minCount: 5,
  maxCount: 20,
  includedCount: 10,
  extraPrice: null,
  dueAt: null,
  allowAfterDue: false,
  personIds: null,
};
const create = (galleryId: string, rules: object = {}) => {
  return { id: newId(), galleryId, rules: { ...RULES, ...rules }, notify: false, now };
};
const merge = (galleryId: string, keepId: string, mergeIds: string[]) => ({ galleryId, keepId, mergeIds, now });

const SHARING = { may: PHOTOGRAPHERS, needs: ['galleries.share'], stranger: 'not_found' } as const;
const PRICING = { ...SHARING, needs: ['galleries.share', 'money.write'] } as const;

/** Mutators of proofing. */
export const PROOFING_CASES: Readonly<Record<string, MutationCase>> = {
  'proofing.createSelection': {
    ...SHARING,
    args: ({ draftId }) => create(draftId),
    mixed: (own, foreign) => [
      create(own.draftId, { personIds: [own.clientId, foreign.clientId] }),
      create(foreign.draftId, { personIds: [own.clientId] }),
    ],
  },
  'proofing.createSelection (price)': { ...PRICING, args: ({ draftId }) => create(draftId, { extraPrice: 900 }) },
  'proofing.updateSelection': {
    ...SHARING,
    args: ({ selectionId }) => update(selectionId, { maxCount: 40 }),
    mixed: (own, foreign) => [update(own.selectionId, { personIds: [own.clientId, foreign.clientId] })],
  },
  'proofing.updateSelection (price)': {
    ...PRICING,
    args: ({ selectionId }) => update(selectionId, { extraPrice: null }),
  },
  'proofing.setListStatus': {
    ...SHARING,
    args: ({ submittedId }) => ({ id: submittedId, to: 'open', notify: true, now }),
  },
  'proofing.undoLock': { ...SHARING, args: ({ lockedId }) => ({ id: lockedId, now }) },
  'proofing.remind': { ...SHARING, args: ({ selectionId }) => ({ id: selectionId, now }) },
  'proofing.removeList': { ...SHARING, args: ({ selectionId }) => ({ id: selectionId, now }) },
  'proofing.restoreList': { ...SHARING, args: ({ removedListId }) => ({ id: removedListId, now }) },
  'proofing.renamePerson': { ...SHARING, args: ({ guestId }) => ({ id: guestId, name: 'Iris Roca', now }) },
  'proofing.mergePeople': {
    ...SHARING,
    args: ({ draftId, clientId, guestId }) => merge(draftId, clientId, [guestId]),
    mixed: (own, foreign) => [
      merge(own.draftId, own.clientId, [own.guestId, foreign.guestId]),
      merge(own.draftId, foreign.clientId, [own.guestId]),
      merge(foreign.draftId, own.clientId, [own.guestId]),
    ],
  },
  'proofing.removeGuests': {
    ...SHARING,
    args: ({ draftId, guestId }) => ({ galleryId: draftId, ids: [guestId], now }),
    mixed: (own, foreign) => [
      { galleryId: own.draftId, ids: [own.guestId, foreign.guestId], now },
      { galleryId: foreign.draftId, ids: [own.guestId], now },
    ],
  },
  'proofing.replyToComment': {
    ...SHARING,
    args: ({ commentId }) => ({ id: newId(), commentId, body: 'Done', now }),
  },
  'proofing.resolveComment': { ...SHARING, args: ({ commentId }) => ({ id: commentId, now }) },
  'proofing.reopenComment': { ...SHARING, args: ({ resolvedCommentId }) => ({ id: resolvedCommentId, now }) },
  'proofing.deleteComment': { ...SHARING, args: ({ commentId }) => ({ id: commentId, now }) },
  'proofing.restoreComment': { ...SHARING, args: ({ deletedCommentId }) => ({ id: deletedCommentId, now }) },
};

/** Queries of proofing. */
export const PROOFING_QUERY_CASES: Readonly<Record<string, QueryCase>> = {
  'proofing.lists': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ selectionId, submittedId, lockedId, favouritesId }) => [selectionId, submittedId, lockedId, favouritesId],
  },
  'proofing.money': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: PHOTOGRAPHERS,
    needs: ['money.read'],
    shows: ({ selectionId, submittedId }) => [selectionId, submittedId],
  },
  'proofing.picks': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ photoId }) => [photoId],
  },
  'proofing.rounds': {
    args: ({ submittedId }) => ({ listId: submittedId }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ accountId }) => [accountId],
  },
  'proofing.people': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ clientId, guestId }) => [clientId, guestId],
  },
  'proofing.comments': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ commentId, resolvedCommentId }) => [commentId, resolvedCommentId],
  },
  'proofing.submitted': {
    args: () => ({ limit: 50 }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ submittedId }) => [submittedId],
  },
};
