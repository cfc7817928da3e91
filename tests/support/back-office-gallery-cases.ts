import { now, PHOTOGRAPHERS, update, type MutationCase } from './back-office-case.ts';
import { newId } from './rows.ts';

const section = (galleryId: string, photoIds: string[]) => {
  return { id: newId(), galleryId, name: 'Party', order: 2, photoIds, now };
};
const guestLink = (galleryId: string, sectionId: string | null) => {
  return { galleryId, tokenHash: newId(43), sectionId, endsAt: null, now };
};
const reorder = (galleryId: string, sectionIds: string[]) => ({ galleryId, sectionIds, now });
const LAYOUT = { position: 'bottom_right', size: 25, opacity: 50, isTiled: false };

/** Mutators of sections, presets and watermarks. */
export const GALLERY_CASES: Readonly<Record<string, MutationCase>> = {
  'guestUploads.close': {
    args: ({ draftId }) => ({ galleryId: draftId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    stranger: 'not_found',
  },
  'guestUploads.open': {
    args: ({ draftId, sectionId }) => guestLink(draftId, sectionId),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      guestLink(own.draftId, foreign.sectionId),
      guestLink(own.draftId, own.sectionElsewhereId),
      guestLink(foreign.draftId, null),
    ],
  },
  'sections.create': {
    args: ({ draftId, photoId }) => section(draftId, [photoId]),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      section(own.draftId, [own.photoId, foreign.photoId]),
      section(foreign.draftId, [own.photoId]),
    ],
  },
  'sections.remove': {
    args: ({ sectionId }) => ({ id: sectionId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
  },
  'sections.reorder': {
    args: ({ draftId, sectionId, otherSectionId }) => reorder(draftId, [otherSectionId, sectionId]),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [
      reorder(own.draftId, [own.otherSectionId, foreign.sectionId]),
      reorder(own.draftId, [own.otherSectionId, own.sectionElsewhereId]),
      reorder(foreign.draftId, [own.sectionId]),
    ],
  },
  'sections.update': {
    args: ({ sectionId }) => update(sectionId, { name: 'Renamed' }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
  },
  'watermarks.create': {
    args: () => ({ id: newId(), name: 'Studio', kind: 'text', text: '© Studio', ...LAYOUT, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'done',
  },
  'watermarks.remove': {
    args: ({ watermarkId }) => ({ id: watermarkId, now }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
  },
  'watermarks.update': {
    args: ({ watermarkId }) => update(watermarkId, { opacity: 80 }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.write'],
    stranger: 'not_found',
  },
};
