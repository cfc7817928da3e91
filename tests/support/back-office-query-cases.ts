import { EVERYONE, PHOTOGRAPHERS, STUDIO, type QueryCase } from './back-office-case.ts';
import { NOUN_QUERY_CASES } from './noun-cases.ts';
import { PROOFING_QUERY_CASES } from './back-office-proofing-cases.ts';
import { SITE_QUERY_CASES } from './back-office-site-cases.ts';
import { WEEK_QUERY_CASES } from './back-office-week-query-cases.ts';

export const QUERY_CASES: Readonly<Record<string, QueryCase>> = {
  ...NOUN_QUERY_CASES,
  ...PROOFING_QUERY_CASES,
  ...SITE_QUERY_CASES,
  ...WEEK_QUERY_CASES,
  'accounts.current': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['account.read'],
    shows: ({ accountId }) => [accountId],
  },
  'team.members': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['members.read'],
    shows: () => ['owner@example.org', 'assistant@example.org'],
  },
  'team.invites': {
    args: () => undefined,
    may: STUDIO,
    needs: ['members.manage'],
    shows: ({ inviteId }) => [inviteId],
  },
  'team.securityEvents': {
    args: () => ({ limit: 1_000 }),
    may: ['owner'],
    needs: ['security.read'],
    shows: ({ securityEventId }) => [securityEventId],
  },
  'accounts.settings': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['account.read'],
    shows: () => ['photographer', 'theme.template'],
  },
  'guestUploads.link': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ accountId }) => [accountId],
  },
  'guestUploads.photos': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['photos.read'],
    shows: ({ photoId }) => [photoId],
  },
  'accounts.exports': {
    args: () => undefined,
    may: ['owner'],
    needs: ['account.delete'],
    shows: ({ exportId }) => [exportId],
  },
  'clientLinks.ofCustomer': {
    args: ({ customerId }) => ({ customerId }),
    may: PHOTOGRAPHERS,
    needs: ['customers.write'],
    shows: ({ clientLinkId }) => [clientLinkId],
  },
  'customers.list': {
    args: () => ({ limit: 10_000 }),
    may: EVERYONE,
    needs: ['customers.read'],
    shows: ({ customerId, doubleCustomerId }) => [customerId, doubleCustomerId],
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
  'galleries.mostViewed': {
    args: ({ draftId }) => ({ galleryId: draftId, limit: 100 }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ photoId }) => [photoId],
  },
  'galleries.replacements': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['photos.read'],
    shows: ({ photoId }) => [photoId],
  },
  'galleries.sections': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ sectionId, otherSectionId }) => [sectionId, otherSectionId],
  },
  'galleries.trashed': {
    args: () => ({ limit: 1_000 }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.delete'],
    shows: ({ trashedId }) => [trashedId],
  },
  'galleries.trashedPhotos': {
    args: () => ({ limit: 5_000 }),
    may: PHOTOGRAPHERS,
    needs: ['photos.delete'],
    shows: ({ trashedPhotoId }) => [trashedPhotoId],
  },
  'fonts.list': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['account.read'],
    shows: ({ fontId }) => [fontId],
  },
  'galleries.grants': {
    args: ({ draftId }) => ({ galleryId: draftId }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ grantId }) => [grantId],
  },
  'galleries.undelivered': {
    args: () => ({ limit: 50 }),
    may: PHOTOGRAPHERS,
    needs: ['galleries.share'],
    shows: ({ grantId }) => [grantId],
  },
  'stripeAccounts.current': {
    args: () => undefined,
    may: PHOTOGRAPHERS,
    needs: ['money.read'],
    shows: ({ accountId }) => [accountId],
  },
  'domains.current': {
    args: () => undefined,
    may: STUDIO,
    needs: ['domain.manage'],
    shows: ({ domainId }) => [domainId],
  },
  'watermarks.list': {
    args: () => undefined,
    may: EVERYONE,
    needs: ['galleries.read'],
    shows: ({ watermarkId }) => [watermarkId],
  },
};
