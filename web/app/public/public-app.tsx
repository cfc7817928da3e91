import { lazy, Suspense, useMemo } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { importBooking } from '#web/features/public/booking/import-booking.ts';
import { importProposal } from '#web/features/public/proposal/import-proposal.ts';
import { WaitingPage } from '#web/features/public/shell/message-page.tsx';
import { pageStudio } from '#web/features/public/shell/page-data.ts';
import { SiteMenuContext } from '#web/features/public/shell/site-menu.ts';
import { useRequest } from '#web/features/public/shell/use-request.ts';
import { GalleryRoute } from './gallery-route.tsx';
import { importLazyPages, NotFoundPage } from './import-lazy-pages.ts';
import { importPortal } from './import-portal.ts';
import type { PageLoad } from './page-load.ts';

const InvitePage = lazy(async () => ({ default: (await importLazyPages()).InvitePage }));
const BookingRoute = lazy(async () => ({ default: (await importBooking()).BookingRoute }));
const PortalRoute = lazy(async () => ({ default: (await importPortal()).PortalRoute }));
const ProposalRoute = lazy(async () => ({ default: (await importProposal()).ProposalRoute }));
const GuestUploadRoute = lazy(async () => ({ default: (await importLazyPages()).GuestUploadRoute }));
const StudioRoute = lazy(async () => ({ default: (await importLazyPages()).StudioRoute }));

interface PublicAppProps {
  visit: PageLoad;
}

/** Renders the pages of a studio, each loaded separately. */
export function PublicApp({ visit }: PublicAppProps) {
  const site = visit.route.page === 'landing' ? null : visit.route.site;
  return (
    <SiteMenuContext value={visit.data?.menu ?? null}>
      <Suspense fallback={site && <WaitingPage site={site} studio={pageStudio(visit.data)} />}>
        <Page visit={visit} />
      </Suspense>
    </SiteMenuContext>
  );
}

function Page({ visit: { route, data, api, galleryAccess, invitation } }: PublicAppProps) {
  const studio = useStudio(
    route.page === 'landing' || route.page === 'studio' ? null : (route.site?.slug ?? null),
    pageStudio(data),
    api,
  );
  if (route.page === 'landing' || route.page === 'not-found' || data?.kind === 'not-found') {
    return <NotFoundPage site={route.page === 'landing' ? null : route.site} studio={studio} />;
  }
  const { site } = route;
  if (route.page === 'studio') return <StudioRoute site={site} data={data} api={api} />;
  if (route.page === 'book' || route.page === 'booking') {
    return <BookingRoute route={route} studio={studio} data={data} api={api} />;
  }
  if (route.page === 'add') return <GuestUploadRoute site={site} studio={studio} token={route.token} api={api} />;
  if (route.page === 'proposal') return <ProposalRoute {...{ site, studio, data, api }} token={route.token} />;
  if (route.page === 'client') return <PortalRoute site={site} studio={studio} token={route.token} api={api} />;
  if (route.page === 'gallery' && galleryAccess) {
    return (
      <GalleryRoute
        site={site}
        galleryId={route.galleryId}
        studio={studio}
        data={data}
        galleryAccess={galleryAccess}
        api={api}
      />
    );
  }
  if (route.page === 'invite' && invitation) {
    return <InvitePage site={site} galleryId={route.galleryId} studio={studio} invitation={invitation} />;
  }
  return <NotFoundPage site={site} studio={studio} />;
}

/** Returns the studio of the pages. Requests it if the page data has none; null without an answer. */
function useStudio(slug: string | null, inPage: PublicStudio | null, api: PageLoad['api']): PublicStudio | null {
  const load = useMemo(() => (inPage || slug === null ? null : () => api.studio(slug)), [inPage, slug, api]);
  const { data } = useRequest(load);
  return inPage ?? data?.studio ?? null;
}
