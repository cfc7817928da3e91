import { useMemo, useState } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import type { PublicApi } from '../public-api.ts';
import { bookHref, matchRoute, readSiteMeta, type StudioSite } from '../routes.ts';
import { useStudioTheme } from '../use-studio-look.ts';
import { navigateStep, useBookingLocation } from './address.ts';
import { BookingStepsRoute } from './book-route.tsx';
import { createBookingApi, type ManageBookingResponse } from './booking-api.ts';
import { NotFoundPage } from './from-rare-pages.ts';
import { manageBookingHref } from './own-address.ts';
import { ManageBookingRoute } from './own-route.tsx';

interface BookingRouteProps {
  site: StudioSite;
  /** As far as it is known already. */
  studio: PublicStudio | null;
  api: PublicApi;
}

/** A booking, and the link by which it is this visitor's. */
interface ManageBooking {
  token: string;
  page: ManageBookingResponse;
}

/** Booking, and the pages of bookings: one page load from the first step to the last. */
export function BookingRoute({ site, studio, api: calls }: BookingRouteProps) {
  const { path, query } = useBookingLocation();
  const slug = site.slug ?? studio?.slug ?? null;
  const api = useMemo(() => (slug === null ? null : createBookingApi(calls, slug)), [calls, slug]);
  /** As it was shown last: Back and Forward lead to it again and again. */
  const [own, setOwn] = useState<ManageBooking | null>(null);
  const route = matchRoute(path, readSiteMeta(document));
  useStudioTheme(studio);
  if (api && route.page === 'book') {
    const showBooked = (page: ManageBookingResponse, link: string, email: string) => {
      setOwn({ token: link, page });
      // Back leads to what can be booked, not to a form whose time is booked.
      navigateStep(bookHref(site), { replace: true });
      navigateStep(manageBookingHref(site, link), { state: { fresh: email } });
    };
    return <BookingStepsRoute site={site} studio={studio} api={api} query={query} onBooked={showBooked} />;
  }
  if (api && route.page === 'booking') {
    const { token } = route;
    const known = own?.token === token ? own.page : null;
    const changed = (page: ManageBookingResponse) => setOwn({ token, page });
    return <ManageBookingRoute key={token} {...{ site, studio, api, token, query, known }} onChange={changed} />;
  }
  return <NotFoundPage site={site} studio={studio} />;
}
