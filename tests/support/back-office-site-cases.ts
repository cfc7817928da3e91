import { now, PHOTOGRAPHERS, STUDIO, type MutationCase, type QueryCase } from './back-office-case.ts';
import { newId } from './rows.ts';

const emptyRow = () => ({ id: newId(), v: 1, look: {}, cells: [] });
const startArgs = () => ({
  savedId: newId(),
  template: 'bold',
  pages: [{ id: newId(), path: 'home', title: 'Home', order: 0 }],
  now,
});
const tomorrow = () => Date.now() + 86_400_000;

export const SITE_CASES: Readonly<Record<string, MutationCase>> = {
  'pages.create': {
    args: () => ({ id: newId(), path: 'prices', title: 'Prices', order: 2, now }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'done',
  },
  'pages.apply': {
    args: ({ pageId }) => ({ id: pageId, ops: [{ op: 'insert', in: null, after: null, node: emptyRow() }], now }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'not_found',
  },
  'pages.update': {
    args: ({ pageId }) => ({ id: pageId, changes: { title: 'About us' }, now }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'not_found',
  },
  'pages.remove': {
    args: ({ pageId }) => ({ id: pageId, now }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'not_found',
  },
  'pages.reorder': {
    args: ({ pageId }) => ({ pageIds: [pageId], now }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [{ pageIds: [own.pageId, foreign.pageId], now }],
  },
  'site.start': {
    args: ({ pageId }) => ({ ...startArgs(), replaces: [pageId] }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'conflict',
  },
  'site.update': {
    args: () => ({ changes: { defaultPage: 'about', seoTitle: 'Weddings' }, now }),
    may: STUDIO,
    needs: ['site.publish'],
    stranger: 'done',
  },
  'site.removeIcon': {
    args: () => ({ path: '', now }),
    may: STUDIO,
    needs: ['site.publish'],
    stranger: 'done',
  },
  'site.stopScript': {
    args: () => ({ on: false, now }),
    may: STUDIO,
    needs: ['domain.manage'],
    stranger: 'done',
  },
  'site.publish': {
    args: ({ pageId }) => ({ releaseId: newId(), pageIds: [pageId], now }),
    may: STUDIO,
    needs: ['site.publish'],
    stranger: 'not_found',
    mixed: (own, foreign) => [{ releaseId: newId(), pageIds: [own.pageId, foreign.pageId], now }],
  },
  'site.activate': {
    args: ({ releaseId }) => ({ releaseId, now }),
    may: STUDIO,
    needs: ['site.publish'],
    stranger: 'not_found',
  },
  'site.restore': {
    args: ({ releaseId }) => ({ releaseId, savedId: newId(), now }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [{ releaseId: own.releaseId, savedId: newId(), pageIds: [foreign.pageId], now }],
  },
  'site.permitPhotos': {
    args: ({ photoId }) => ({ photoIds: [photoId], isPermitted: true, now }),
    may: PHOTOGRAPHERS,
    needs: ['photos.write', 'site.write'],
    stranger: 'not_found',
    mixed: (own, foreign) => [{ photoIds: [own.photoId, foreign.photoId], isPermitted: true, now }],
  },
  'site.removeRedirect': {
    args: () => ({ path: 'former', now }),
    may: STUDIO,
    needs: ['site.publish'],
    stranger: 'done',
  },
  'site.schedule': {
    args: () => ({ at: tomorrow(), now }),
    may: STUDIO,
    needs: ['site.publish'],
    stranger: 'done',
  },
};

export const SITE_QUERY_CASES: Readonly<Record<string, QueryCase>> = {
  'pages.list': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ pageId }) => [pageId],
  },
  'pages.byId': {
    args: ({ pageId }) => ({ id: pageId }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ pageId }) => [pageId],
  },
  'pages.photos': {
    args: ({ photoId }) => ({ ids: [photoId] }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ photoId }) => [photoId],
  },
  'pages.galleries': {
    args: ({ draftId }) => ({ galleryIds: [draftId] }),
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ draftId }) => [draftId],
  },
  'site.publicGalleries': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ publishedId }) => [publishedId],
  },
  'site.settings': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ accountId }) => [accountId],
  },
  'site.state': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ accountId }) => [accountId],
  },
  'site.scriptVersions': {
    args: () => undefined,
    may: STUDIO,
    needs: ['domain.manage'],
    shows: ({ scriptVersionId }) => [scriptVersionId],
  },
  'site.redirects': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ accountId }) => [accountId],
  },
  'site.releases': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['site.write'],
    shows: ({ releaseId }) => [releaseId],
  },
};
