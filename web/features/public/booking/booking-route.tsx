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

/** A booking, and the link by which it is this visitor's. */
interface Own {
  token: string;
  page: OwnPage;
}

/** Booking, and the pages of bookings: one page load from the first step to the last. */
export function BookingRoute({ site, studio, api: calls }: BookingRouteProps) {
  const { path, query } = useAddress();
  const slug = site.slug ?? studio?.slug ?? null;
  const api = useMemo(() => (slug === null ? null : createBookingApi(calls, slug)), [calls, slug]);
  /** As it was shown last: Back and Forward lead to it again and again. */
  const [own, setOwn] = useState<Own | null>(null);
  const route = matchRoute(path, readSiteMeta(document));
  useStudioLook(studio);
  if (api && route.page === 'book') {
    const showBooked = (page: OwnPage, link: string, email: string) => {
      setOwn({ token: link, page });
      // Back leads to what can be booked, not to a form whose time is booked.
      go(bookHref(site), { replace: true });
      go(ownHref(site, link), { state: { fresh: email } });
    };
    return <BookRoute site={site} studio={studio} api={api} query={query} onBooked={showBooked} />;
  }
  if (api && route.page === 'booking') {
    const { token } = route;
    const known = own?.token === token ? own.page : null;
    const changed = (page: OwnPage) => setOwn({ token, page });
    return <OwnRoute key={token} {...{ site, studio, api, token, query, known }} onChange={changed} />;
  }
  return <NotFoundPage site={site} studio={studio} />;
}
