import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { isFailure } from '../shell/failure.ts';
import { FailedPage, WaitingPage } from '../shell/message-page.tsx';
import type { BookingOffer, PageData } from '#core/api/page-data.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { bookHref, matchRoute, type PublicRoute, readSiteMeta, type StudioSite } from '../shell/routes.ts';
import { type BookingApi, createBookingApi, type ManageBookingResponse } from './booking-api.ts';
import { BookingSteps } from './booking-steps.tsx';
import { ContactStudio } from './contact-studio.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { ManageBookingRoute, type NamedPage } from './managed/manage-booking-route.tsx';
import { manageBookingHref, navigateStep, useBookingLocation } from './step-navigation.ts';
import { useRequest } from '../shell/use-request.ts';

export { BookableTypes } from './bookable-types.tsx';

interface BookingStepsRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  /** From the page data; null if the studio takes no bookings, undefined if there is none. */
  offer: BookingOffer | null | undefined;
  api: BookingApi;
  query: URLSearchParams;
  onBooked: (page: ManageBookingResponse, link: string, email: string) => void;
}

/** Renders `/p/{slug}/book`: the booking steps, or a message if the studio takes no bookings. */
function BookingStepsRoute({ site, studio, offer, api, query, onBooked }: BookingStepsRouteProps) {
  const { t } = useTranslation('booking');
  const ask = useCallback(() => api.types(), [api]);
  const { data: answer, failure, retry } = useRequest(offer === undefined ? ask : null);
  const data = useMemo(() => (offer && studio ? { studio, ...offer } : answer), [offer, studio, answer]);
  const isRefused = isFailure(failure, 'booking_closed');
  const closed = offer === null || isRefused;
  const named = isRefused ? (failure.params['studio'] as PublicStudio | undefined) : undefined;
  const known = data?.studio ?? studio ?? named ?? null;
  if (data) {
    const booked = (booking: ManagedBooking, link: string, email: string) =>
      onBooked({ studio: data.studio, booking }, link, email);
    return <BookingSteps site={site} offer={data} api={api} query={query} onBooked={booked} />;
  }
  const frame = { site, studio: known };
  if (closed) {
    const name = known?.name ?? '';
    return (
      <ContactStudio
        {...frame}
        title={t('closed.title')}
        text={t('closed.text', { studio: name })}
        subject={t('closed.subject')}
      />
    );
  }
  if (isFailure(failure, 'not_found')) return <NotFoundPage {...frame} />;
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  return <WaitingPage {...frame} />;
}

interface BookingRouteProps {
  /** Route of the page load. */
  route: Extract<PublicRoute, { page: 'book' | 'booking' }>;
  /** Studio from the page data; null until the booking request answers. */
  studio: PublicStudio | null;
  data: PageData | null;
  api: PublicApi;
}

/** A booking and the token of its link. */
interface ManageBooking {
  token: string;
  page: NamedPage;
}

/** Routes between the booking steps and the manage-booking page without a page load. */
export function BookingRoute({ route: loaded, studio, data, api: calls }: BookingRouteProps) {
  const { site } = loaded;
  const language = useLanguage();
  // Both, before the first paint: one that loads later would hide the page for a moment.
  useTranslation(['booking', 'cancellation']);
  const initial = loaded.page === 'book' ? bookHref(site) : manageBookingHref(site, loaded.token);
  const { path, query } = useBookingLocation(initial);
  const slug = site.slug ?? studio?.slug ?? null;
  const api = useMemo(() => (slug === null ? null : createBookingApi(calls, slug)), [calls, slug]);
  /** Last booking shown, so that Back and Forward need no request. */
  const [own, setOwn] = useState<ManageBooking | null>(null);
  const route = path === initial ? loaded : matchRoute(path, readSiteMeta(document));
  const offer = data?.kind === 'book' ? data.offer : undefined;
  if (api && route.page === 'book') {
    const showBooked = (page: ManageBookingResponse, link: string, email: string) => {
      setOwn({ token: link, page: { ...page, language } });
      // Replace the form in the history: Back must not return to a form with a booked time.
      navigateStep(bookHref(site), { replace: true });
      navigateStep(manageBookingHref(site, link), { state: { fresh: email } });
    };
    return <BookingStepsRoute {...{ site, studio, offer, api, query }} onBooked={showBooked} />;
  }
  if (api && route.page === 'booking') {
    const { token } = route;
    const known = own?.token === token ? own.page : null;
    const changed = (page: NamedPage) => setOwn({ token, page });
    return <ManageBookingRoute key={token} {...{ site, studio, api, token, query, known }} onChange={changed} />;
  }
  return <NotFoundPage site={site} studio={studio} />;
}
