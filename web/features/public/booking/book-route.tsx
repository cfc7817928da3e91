import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnBooking } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { FailedPage } from '../failed-page.tsx';
import { isFailure } from '../failure.ts';
import type { StudioSite } from '../routes.ts';
import { useStudioLook } from '../use-studio-look.ts';
import { WaitingPage } from '../waiting-page.tsx';
import { AskStudio } from './ask-studio.tsx';
import { BookPage } from './book-page.tsx';
import type { BookingApi, OwnPage } from './booking-api.ts';
import { NotFoundPage } from './from-rare-pages.ts';
import { useLoaded } from './use-loaded.ts';

interface BookRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  api: BookingApi;
  query: URLSearchParams;
  onBooked: (page: OwnPage, link: string, email: string) => void;
}

/** `/p/{slug}/book`: whatever stands there now. */
export function BookRoute({ site, studio, api, query, onBooked }: BookRouteProps) {
  const { t } = useTranslation('booking');
  const { data, failure, retry } = useLoaded(useCallback(() => api.types(), [api]));
  const closed = isFailure(failure, 'booking_closed');
  const named = closed ? (failure.params['studio'] as PublicStudio | undefined) : undefined;
  const known = data?.studio ?? studio ?? named ?? null;
  useStudioLook(known);
  if (data) {
    const booked = (booking: OwnBooking, link: string, email: string) =>
      onBooked({ studio: data.studio, booking }, link, email);
    return <BookPage site={site} offer={data} api={api} query={query} onBooked={booked} />;
  }
  const frame = { site, studio: known };
  if (closed) {
    const name = known?.name ?? '';
    return (
      <AskStudio
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
