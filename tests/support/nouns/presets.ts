import { EVERYONE, now, PHOTOGRAPHERS, update } from '../back-office-case.ts';
import type { NounFixture } from '../noun-cases.ts';
import { newId } from '../rows.ts';

const writing = { may: PHOTOGRAPHERS, needs: ['galleries.write'], stranger: 'not_found' } as const;

const presets: NounFixture = {
  table: 'gallery_presets',
  row: { name: 'Wedding', settings: { visibility: 'invite', sections: ['Party'] } },
  refused: {
    gallery_presets_name_check: ['', '   ', 'x'.repeat(121)],
    gallery_presets_settings_check: ['[]', '"text"', '1'],
  },
  mutations: {
    'presets.apply': {
      ...writing,
      args: ({ id, draftId }) => ({ id, galleryId: draftId, sectionIds: [newId()], now }),
      needs: ['galleries.share', 'galleries.write'],
      mixed: (own, foreign) => [
        { id: own.id, galleryId: foreign.draftId, sectionIds: [newId()], now },
        { id: foreign.id, galleryId: own.draftId, sectionIds: [newId()], now },
      ],
    },
    'presets.create': {
      ...writing,
      args: () => ({ id: newId(), name: 'Portraits', settings: { sortBy: 'filename' }, now }),
      stranger: 'done',
      mixed: (_own, { watermarkId }) => [{ id: newId(), name: 'Portraits', settings: { watermarkId }, now }],
    },
    'presets.remove': { ...writing, args: ({ id }) => ({ id, now }) },
    'presets.update': {
      ...writing,
      args: ({ id }) => update(id, { name: 'Renamed' }),
      mixed: ({ id }, { watermarkId }) => [update(id, { settings: { watermarkId } })],
    },
  },
  queries: {
    'presets.list': { args: () => undefined, may: EVERYONE, needs: ['galleries.read'], shows: ({ id }) => [id] },
  },
};
export default presets;
