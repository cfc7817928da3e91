import type { Args } from './back-office.ts';
import { bulk, EVERYONE, now, PHOTOGRAPHERS, type MutationCase } from './back-office-case.ts';
import type { Rows } from './back-office-rows.ts';
import { newId } from './rows.ts';

const move = ({ draftId, photoId, publishedId, sectionElsewhereId }: Rows, values: object) =>
  ({ ...bulk(draftId, [photoId]), toGalleryId: publishedId, sectionId: sectionElsewhereId, ...values }) as Args;
const copy = ({ draftId, photoId, publishedId, sectionElsewhereId }: Rows, values: object) => {
  const copies = [{ from: photoId, id: newId() }];
  const target = { toGalleryId: publishedId, sectionId: sectionElsewhereId };
  return { galleryId: draftId, ...target, copies, now, ...values } as Args;
};

/** A bulk mutation that sets one value on the given photos. */
const ofPhotos = (values: object): MutationCase => ({
  args: ({ draftId, photoId }) => ({ ...bulk(draftId, [photoId]), ...values }),
  may: PHOTOGRAPHERS,
  needs: ['photos.write'],
  stranger: 'not_found',
  mixed: (own, foreign) => [
    { ...bulk(own.draftId, [own.photoId, foreign.photoId]), ...values },
    { ...bulk(foreign.draftId, [own.photoId]), ...values },
    { ...bulk(foreign.draftId, [foreign.photoId]), ...values },
  ],
});

export const PHOTO_CASES: Readonly<Record<string, MutationCase>> = {
  'photos.arrange': {
    args: ({ draftId, photoId, sectionId }) => ({ ...bulk(draftId, [photoId]), sectionId, before: null }),
    may: PHOTOGRAPHERS,
    needs: ['photos.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      { ...bulk(own.draftId, [own.photoId, foreign.photoId]), sectionId: null, before: null },
      { ...bulk(foreign.draftId, [own.photoId]), sectionId: null, before: null },
      { ...bulk(own.draftId, [own.photoId]), sectionId: foreign.sectionId, before: null },
      { ...bulk(own.draftId, [own.photoId]), sectionId: own.sectionElsewhereId, before: null },
      { ...bulk(own.draftId, [own.photoId]), sectionId: null, before: foreign.photoId },
    ],
  },
  'photos.copy': {
    args: (rows) => copy(rows, {}),
    may: PHOTOGRAPHERS,
    needs: ['photos.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      copy(own, { galleryId: foreign.draftId }),
      copy(own, { toGalleryId: foreign.publishedId }),
      copy(own, { sectionId: foreign.sectionElsewhereId }),
      copy(own, { sectionId: own.sectionId }),
      copy(own, {
        copies: [
          { from: own.photoId, id: newId() },
          { from: foreign.photoId, id: newId() },
        ],
      }),
    ],
  },
  'photos.move': {
    args: (rows) => move(rows, {}),
    may: PHOTOGRAPHERS,
    needs: ['photos.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      move(own, { galleryId: foreign.draftId }),
      move(own, { toGalleryId: foreign.publishedId }),
      move(own, { sectionId: foreign.sectionElsewhereId }),
      move(own, { sectionId: own.sectionId }),
      move(own, { photoIds: [own.photoId, foreign.photoId] }),
    ],
  },
  'photos.rename': {
    args: ({ draftId, photoId }) => ({ ...bulk(draftId, [photoId]), filenames: ['photo-1.jpg'] }),
    may: PHOTOGRAPHERS,
    needs: ['photos.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      { ...bulk(own.draftId, [own.photoId, foreign.photoId]), filenames: ['photo-1.jpg', 'photo-2.jpg'] },
      { ...bulk(foreign.draftId, [own.photoId]), filenames: ['photo-1.jpg'] },
    ],
  },
  'photos.rotate': ofPhotos({ by: 90 }),
  'photos.setFocalPoint': ofPhotos({ focal: { x: 0.2, y: 0.8 } }),
  'photos.setHidden': ofPhotos({ isHidden: true }),
  'photos.setSection': {
    args: ({ draftId, photoId, sectionId }) => ({ ...bulk(draftId, [photoId]), sectionId }),
    may: PHOTOGRAPHERS,
    needs: ['photos.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      { ...bulk(own.draftId, [own.photoId, foreign.photoId]), sectionId: own.sectionId },
      { ...bulk(own.draftId, [own.photoId]), sectionId: foreign.sectionId },
      { ...bulk(own.draftId, [own.photoId]), sectionId: own.sectionElsewhereId },
      { ...bulk(foreign.draftId, [own.photoId]), sectionId: null },
    ],
  },
  'photos.shiftCapture': ofPhotos({ bySeconds: 3600 }),
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
};
