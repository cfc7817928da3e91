import { makeGalleryId } from '#core/domain/ids.ts';
import type { Capability, Role } from '#core/domain/roles.ts';
import type { Args, Outcome } from './back-office.ts';
import type { Rows } from './back-office-rows.ts';
import { newId } from './rows.ts';

/** One way of calling a mutator, and who may. Said here in full, and not asked of the product's own table. */
export interface MutationCase {
  args: (rows: Rows) => Args;
  may: readonly Role[];
  needs: readonly Capability[];
  /** What the owner of another account gets for the very same call. */
  stranger: Outcome;
  /** The caller's own rows, each time with one id of another account among them. */
  mixed?: (own: Rows, foreign: Rows) => Args[];
}

const STUDIO = ['owner', 'admin'] as const;
const PHOTOGRAPHERS = [...STUDIO, 'photographer'] as const;
const EVERYONE = [...PHOTOGRAPHERS, 'assistant'] as const;

const now = 1_000;
const newGalleryId = (accountId: string) => makeGalleryId((bytes) => crypto.getRandomValues(bytes), accountId);
const update = (id: string, changes: object) => ({ id, changes, now }) as Args;
const bulk = (galleryId: string, photoIds: string[]) => ({ galleryId, photoIds, now });
const RIGHTS = { view: true, download: false, select: false, comment: false };

/** Named `mutator` or `mutator (which)`. */
export const MUTATION_CASES: Readonly<Record<string, MutationCase>> = {
  'customers.create': {
    args: () => ({ id: newId(), name: 'Nora', now }),
    may: PHOTOGRAPHERS,
    needs: ['customers.write'],
    stranger: 'done',
  },
  'customers.update (notes)': {
    args: ({ customerId }) => update(customerId, { notes: 'Prefers mornings' }),
    may: EVERYONE,
    needs: ['customers.note'],
    stranger: 'not_found',
  },
  'customers.update (name)': {
    args: ({ customerId }) => update(customerId, { name: 'Nora', notes: '' }),
    may: PHOTOGRAPHERS,
    needs: ['customers.note', 'customers.write'],
    stranger: 'not_found',
  },
  'galleries.create': {
    args: ({ accountId }) => ({ id: newGalleryId(accountId), name: 'Wedding', now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    // An id says whose gallery it is.
    stranger: 'validation_failed',
    mixed: (own, foreign) => [
      { id: newGalleryId(own.accountId), name: 'Wedding', customerId: foreign.customerId, now },
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
    ],
  },
  'galleries.update (visibility)': {
    args: ({ draftId }) => update(draftId, { visibility: 'invite' }),
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
  'grants.setRights': {
    args: ({ grantId }) => ({ id: grantId, rights: RIGHTS }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    stranger: 'not_found',
  },
  'photos.trash': {
    args: ({ draftId, photoId }) => bulk(draftId, [photoId]),
    may: PHOTOGRAPHERS,
    needs: ['photos.delete'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      bulk(own.draftId, [own.photoId, foreign.photoId]),
      bulk(foreign.draftId, [own.photoId]),
      bulk(foreign.draftId, [foreign.photoId]),
    ],
  },
  'photos.restore': {
    args: ({ draftId, trashedPhotoId }) => ({ ...bulk(draftId, [trashedPhotoId]), cover: null }),
    may: PHOTOGRAPHERS,
    needs: ['photos.delete'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      { ...bulk(own.draftId, [own.trashedPhotoId, foreign.trashedPhotoId]), cover: null },
      { ...bulk(foreign.draftId, [own.trashedPhotoId]), cover: null },
    ],
  },
  'photos.retry': {
    args: ({ draftId, failedPhotoId }) => bulk(draftId, [failedPhotoId]),
    may: EVERYONE,
    needs: ['photos.upload'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      bulk(own.draftId, [own.failedPhotoId, foreign.failedPhotoId]),
      bulk(foreign.draftId, [own.failedPhotoId]),
    ],
  },
  'settings.setPhotographer': {
    args: () => ({ profile: { bio: 'Weddings and people' }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
};

/** One way of asking a query, and who is answered. */
export interface QueryCase {
  args: (rows: Rows) => Args;
  may: readonly Role[];
  needs: readonly Capability[];
  /** Keys of the rows that are there to be seen; of rows without an id, their setting's key or their person. */
  shows: (rows: Rows) => string[];
}

export const QUERY_CASES: Readonly<Record<string, QueryCase>> = {
  'accounts.current': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['account.read'],
    shows: ({ accountId }) => [accountId],
  },
  'accounts.members': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['members.read'],
    shows: () => ['owner@example.org', 'assistant@example.org'],
  },
  'accounts.settings': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['account.read'],
    shows: () => ['photographer', 'theme.template'],
  },
  'customers.list': {
    args: () => ({ limit: 10_000 }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ customerId }) => [customerId],
  },
  'galleries.list': {
    args: () => ({ limit: 1_000 }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ draftId, publishedId, undoableId }) => [draftId, publishedId, undoableId],
  },
  'galleries.byId': {
    args: ({ draftId }) => ({ id: draftId }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ draftId }) => [draftId],
  },
  'galleries.photos': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['photos.read'],
    shows: ({ photoId, failedPhotoId }) => [photoId, failedPhotoId],
  },
  'galleries.grants': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ grantId }) => [grantId],
  },
};

/** Tables that are synced and that no query reads yet: what is read of them has a case above as soon as it is. */
export const UNREAD_TABLES = ['galleryEvents'];

export const nameOf = (label: string) => label.split(' ')[0]!;
