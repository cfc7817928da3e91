import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { FailedPage } from '../failed-page.tsx';
import { isFailure } from '../failure.ts';
import type { StudioSite } from '../routes.ts';
import { useStudioTheme } from '../use-studio-look.ts';
import { WaitingPage } from '../waiting-page.tsx';
import { ContactStudio } from './ask-studio.tsx';
import { BookingSteps } from './book-page.tsx';
import type { BookingApi, ManageBookingResponse } from './booking-api.ts';
import { NotFoundPage } from './from-rare-pages.ts';
import { useRequest } from './use-loaded.ts';

interface BookingStepsRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  api: BookingApi;
  query: URLSearchParams;
  onBooked: (page: ManageBookingResponse, link: string, email: string) => void;
}

/** `/p/{slug}/book`: whatever stands there now. */
export function BookingStepsRoute({ site, studio, api, query, onBooked }: BookingStepsRouteProps) {
  const { t } = useTranslation('booking');
  const { data, failure, retry } = useRequest(useCallback(() => api.types(), [api]));
  const closed = isFailure(failure, 'booking_closed');
  const named = closed ? (failure.params['studio'] as PublicStudio | undefined) : undefined;
  const known = data?.studio ?? studio ?? named ?? null;
  useStudioTheme(known);
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
