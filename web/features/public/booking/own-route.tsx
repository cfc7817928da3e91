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
import type { BookingApi, ManageBookingResponse as OwnPageData } from './booking-api.ts';
import { NotFoundPage } from './from-rare-pages.ts';
import { ManageBookingPage } from './own-page.tsx';
import { useRequest } from './use-loaded.ts';

interface ManageBookingRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  api: BookingApi;
  token: string;
  query: URLSearchParams;
  /** As the last act left it, also the one that booked it: shown without asking again. */
  known: OwnPageData | null;
  onChange: (page: OwnPageData) => void;
}

/** `/p/{slug}/booking/{token}`: a booking to whoever has its link. */
export function ManageBookingRoute({ site, studio, api, token, query, known, onChange }: ManageBookingRouteProps) {
  const { t } = useTranslation(['booking', 'public']);
  const ask = useCallback(() => api.own(token), [api, token]);
  const { data: answer, failure, retry } = useRequest(known ? null : ask);
  const data = known ?? answer;
  const owner = data?.studio ?? studio;
  useStudioTheme(owner);
  if (data) {
    const changed = (booking: ManagedBooking) => onChange({ studio: data.studio, booking });
    return <ManageBookingPage {...{ site, api, token, query, ...data }} onChange={changed} />;
  }
  const frame = { site, studio: owner };
  if (isFailure(failure, 'booking_link_invalid')) {
    const name = owner?.name ?? t('public:theStudio');
    return (
      <ContactStudio
        {...frame}
        title={t('link.title')}
        text={t('link.text', { studio: name })}
        subject={t('closed.subject')}
      />
    );
  }
  if (isFailure(failure, 'not_found')) return <NotFoundPage {...frame} />;
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  return <WaitingPage {...frame} />;
}
