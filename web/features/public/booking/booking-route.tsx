import { useMemo, useState } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import type { PublicApi } from '../public-api.ts';
import { bookHref, matchRoute, readSiteMeta, type StudioSite } from '../routes.ts';
import { useStudioLook } from '../use-studio-look.ts';
import { go, useAddress } from './address.ts';
import { BookRoute } from './book-route.tsx';
import { createBookingApi, type OwnPage } from './booking-api.ts';
import { NotFoundPage } from './from-rare-pages.ts';
import { ownHref } from './own-address.ts';
import { OwnRoute } from './own-route.tsx';

interface BookingRouteProps {
  site: StudioSite;
  /** As far as it is known already. */
  studio: PublicStudio | null;
  api: PublicApi;
}

/** Booking, and the pages of bookings: one page load from the first step to the last. */
export function BookingRoute({ site, studio, api: calls }: BookingRouteProps) {
  const { path, query } = useAddress();
  const slug = site.slug ?? studio?.slug ?? null;
  const api = useMemo(() => (slug === null ? null : createBookingApi(calls, slug)), [calls, slug]);
  const [booked, setBooked] = useState<OwnPage | null>(null);
  const route = matchRoute(path, readSiteMeta(document));
  useStudioLook(studio);
  if (api && route.page === 'book') {
    const showBooked = (page: OwnPage, link: string, email: string) => {
      setBooked(page);
      // Back leads to what can be booked, not to a form whose time is booked.
      go(bookHref(site), { replace: true });
      go(ownHref(site, link), { state: { fresh: email } });
    };
    return <BookRoute site={site} studio={studio} api={api} query={query} onBooked={showBooked} />;
  }
  if (api && route.page === 'booking') {
    const { token } = route;
    return <OwnRoute key={token} {...{ site, studio, api, token, query }} fresh={booked} />;
  }
  return <NotFoundPage site={site} studio={studio} />;
}
