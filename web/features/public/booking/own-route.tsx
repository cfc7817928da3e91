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
import type { BookingApi, OwnPage as OwnPageData } from './booking-api.ts';
import { NotFoundPage } from './from-rare-pages.ts';
import { OwnPage } from './own-page.tsx';
import { useLoaded } from './use-loaded.ts';

interface OwnRouteProps {
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
export function OwnRoute({ site, studio, api, token, query, known, onChange }: OwnRouteProps) {
  const { t } = useTranslation(['booking', 'public']);
  const ask = useCallback(() => api.own(token), [api, token]);
  const { data: answer, failure, retry } = useLoaded(known ? null : ask);
  const data = known ?? answer;
  const owner = data?.studio ?? studio;
  useStudioLook(owner);
  if (data) {
    const changed = (booking: OwnBooking) => onChange({ studio: data.studio, booking });
    return <OwnPage {...{ site, api, token, query, ...data }} onChange={changed} />;
  }
  const frame = { site, studio: owner };
  if (isFailure(failure, 'booking_link_invalid')) {
    const name = owner?.name ?? t('public:theStudio');
    return (
      <AskStudio
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
