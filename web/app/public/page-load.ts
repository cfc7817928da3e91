import { importBooking } from '#web/features/public/booking/import-booking.ts';
import { importDeferredChunk } from '#web/features/public/gallery/gallery-page.tsx';
import type { Invitation } from '#web/features/public/invite/invitation.ts';
import { GalleryAccessClient } from '#web/features/public/shell/gallery-access.ts';
import type { PageData } from '#core/api/page-data.ts';
import { pageGalleryId, pageStudio, readPageData } from '#web/features/public/shell/page-data.ts';
import { importProposal } from '#web/features/public/proposal/import-proposal.ts';
import { createPublicApi, type PublicApi } from '#web/features/public/shell/public-api.ts';
import { galleryHref, matchRoute, type PublicRoute, readSiteMeta } from '#web/features/public/shell/routes.ts';
import { importLazyPages } from './import-lazy-pages.ts';
import { importPortal } from './import-portal.ts';

/** One page load: its route, the data in the page and the requests already started. */
export interface PageLoad {
  route: PublicRoute;
  data: PageData | null;
  api: PublicApi;
  galleryAccess: GalleryAccessClient | null;
  /** Null on other pages. Its code is a separate chunk. */
  invitation: Promise<Invitation> | null;
}

/** Starts the first requests before texts and components are loaded: the image token or the invitation. */
export function beginPageLoad(): PageLoad {
  const data = readPageData(document);
  const route = matchRoute(location.pathname, readSiteMeta(document), pageGalleryId(data));
  const api = createPublicApi();
  const visit: PageLoad = { route, data, api, galleryAccess: null, invitation: null };
  if (data?.kind === 'not-found') return visit;
  if (route.page === 'studio' || route.page === 'add' || data?.kind === 'gallery-access') void importLazyPages();
  if (route.page === 'book' || route.page === 'booking') void importBooking();
  if (route.page === 'client') void importPortal();
  if (route.page === 'proposal') void importProposal();
  // LazyPart repeats it.
  if (data?.kind === 'gallery') importDeferredChunk().catch(() => {});
  if (route.page === 'gallery') {
    visit.galleryAccess = new GalleryAccessClient({
      verify: (password) => api.verify(route.galleryId, password),
      open: data?.kind === 'gallery',
      initialAccess: data?.kind === 'gallery-access' ? data.access : undefined,
      token: data?.kind === 'gallery',
    });
    void visit.galleryAccess.renew();
  }
  if (route.page === 'invite') visit.invitation = beginInvitation(visit, route);
  return visit;
}

async function beginInvitation(
  { api, data }: PageLoad,
  { site, galleryId }: Extract<PublicRoute, { page: 'invite' }>,
): Promise<Invitation> {
  const { Invitation, takeInvitationToken } = await importLazyPages();
  const slug = site.slug ?? pageStudio(data)?.slug ?? null;
  const galleryPath = galleryHref({ ...site, slug }, galleryId);
  const invitation = new Invitation({
    api,
    token: takeInvitationToken(),
    galleryId,
    galleryPath,
    origin: location.origin,
  });
  // The page calls it again and shows the failure.
  invitation.open().catch(() => undefined);
  return invitation;
}
