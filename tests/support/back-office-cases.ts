import { makeGalleryId } from '#core/domain/values/ids.ts';
import { now, PHOTOGRAPHERS, update, type MutationCase } from './back-office-case.ts';
import { GALLERY_CASES } from './back-office-gallery-cases.ts';
import { NOUN_MUTATION_CASES } from './noun-cases.ts';
import { PHOTO_CASES } from './back-office-photo-cases.ts';
import { PROOFING_CASES } from './back-office-proofing-cases.ts';
import { SETTING_CASES } from './back-office-setting-cases.ts';
import { SITE_CASES } from './back-office-site-cases.ts';
import { WEEK_CASES } from './back-office-week-cases.ts';
import { newId } from './rows.ts';

const newGalleryId = (accountId: string) => makeGalleryId((bytes) => crypto.getRandomValues(bytes), accountId);
const imported = (accountId: string) => ({
  id: newGalleryId(accountId),
  name: 'Wedding',
  sections: [{ id: newId(), name: 'Church' }],
});
const RIGHTS = { view: true, download: false, select: false, comment: false };

/** Named `mutator` or `mutator (variant)`. */
export const MUTATION_CASES: Readonly<Record<string, MutationCase>> = {
  ...GALLERY_CASES,
  ...NOUN_MUTATION_CASES,
  ...PHOTO_CASES,
  ...PROOFING_CASES,
  ...SETTING_CASES,
  ...SITE_CASES,
  ...WEEK_CASES,
  'galleries.create': {
    args: ({ accountId }) => ({ id: newGalleryId(accountId), name: 'Wedding', now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    // A gallery id contains its account.
    stranger: 'validation_failed',
    mixed: (own, foreign) => [
      { id: newGalleryId(own.accountId), name: 'Wedding', customerId: foreign.customerId, now },
    ],
  },
  'galleries.importMany': {
    args: ({ accountId }) => ({ create: [imported(accountId)], now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'validation_failed',
    mixed: (own, foreign) => [
      { create: [imported(own.accountId), { ...imported(own.accountId), customerId: foreign.customerId }], now },
    ],
  },
  'galleries.update (name)': {
    args: ({ draftId }) => update(draftId, { name: 'Renamed' }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      update(own.draftId, { customerId: foreign.customerId }),
      update(own.draftId, { coverPhotoId: foreign.photoId }),
      update(own.draftId, { watermarkId: foreign.watermarkId }),
    ],
  },
  'galleries.update (visibility)': {
    args: ({ draftId }) => update(draftId, { visibility: 'invite' }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share', 'galleries.write'],
    stranger: 'not_found',
  },
  'galleries.update (guests)': {
    args: ({ draftId }) => update(draftId, { guestFavourites: true, guestComments: true }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share', 'galleries.write'],
    stranger: 'not_found',
  },
  'galleries.setStatus': {
    args: ({ draftId }) => ({ id: draftId, to: 'published', now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.publish'],
    stranger: 'not_found',
  },
  'galleries.undoStatus': {
    args: ({ undoableId }) => ({ id: undoableId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.publish'],
    stranger: 'not_found',
  },
  'galleries.trash': {
    args: ({ publishedId }) => ({ id: publishedId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.delete'],
    stranger: 'not_found',
  },
  'galleries.restore': {
    args: ({ trashedId }) => ({ id: trashedId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.delete'],
    stranger: 'not_found',
  },
  'grants.revoke': {
    args: ({ grantId }) => ({ id: grantId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    stranger: 'not_found',
  },
  'grants.setLabel': {
    args: ({ grantId }) => ({ id: grantId, label: 'Aunt', now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    stranger: 'not_found',
  },
  'grants.setRights': {
    args: ({ grantId }) => ({ id: grantId, rights: RIGHTS, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    stranger: 'not_found',
  },
};

export const nameOf = (label: string) => label.split(' ')[0]!;
