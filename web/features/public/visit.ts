import { createGalleryDoor, type GalleryDoor } from './gallery-access.ts';
import { fetchWithHeadStart, takeHeadStart } from './head-start.ts';
import { importBooking } from './import-booking.ts';
import { importRarePages } from './import-rare-pages.ts';
import type { Invitation } from './invitation.ts';
import { readPageData, studioOf, type PageData } from './page-data.ts';
import { createPublicApi, type PublicApi } from './public-api.ts';
import { galleryHref, matchRoute, readSiteMeta, type PublicRoute } from './routes.ts';

/** One page load: where it leads, what the page brought along, and what has been asked for already. */
export interface Visit {
  route: PublicRoute;
  data: PageData | null;
  api: PublicApi;
  door: GalleryDoor | null;
  /** Its code comes apart from the gallery's. */
  invitation: Promise<Invitation> | null;
}

/** Starts what the page waits for, before texts and components are there: the image token, the invitation. */
export function beginVisit(): Visit {
  const route = matchRoute(location.pathname, readSiteMeta(document));
  const data = readPageData(document);
  const api = createPublicApi(fetchWithHeadStart(takeHeadStart()));
  const visit: Visit = { route, data, api, door: null, invitation: null };
  if (data?.kind === 'not-found') return visit;
  if (route.page === 'studio') void importRarePages();
  if (route.page === 'book' || route.page === 'booking') void importBooking();
  if (route.page === 'gallery') {
    visit.door = createGalleryDoor({
      verify: (password) => api.verify(route.galleryId, password),
      open: data?.kind === 'gallery',
    });
    void visit.door.renew();
  }
  if (route.page === 'invite') visit.invitation = beginInvitation(visit, route);
  return visit;
}

async function beginInvitation(
  { api, data }: Visit,
  { site, galleryId }: Extract<PublicRoute, { page: 'invite' }>,
): Promise<Invitation> {
  const { createInvitation, takeToken } = await importRarePages();
  const slug = site.slug ?? studioOf(data)?.slug ?? null;
  const galleryPath = galleryHref({ ...site, slug }, galleryId);
  const invitation = createInvitation({ api, token: takeToken(), galleryId, galleryPath, origin: location.origin });
  void invitation.open();
  return invitation;
}
