import { useCallback, useState } from 'react';
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
  /** What was booked a moment ago: shown without asking again. */
  fresh: OwnPageData | null;
}

/** `/p/{slug}/booking/{token}`: a booking to whoever has its link. */
export function OwnRoute({ site, studio, api, token, query, fresh }: OwnRouteProps) {
  const { t } = useTranslation(['booking', 'public']);
  const ask = useCallback(() => api.own(token), [api, token]);
  const { data: answer, failure, retry } = useLoaded(fresh ? null : ask);
  const data = fresh ?? answer;
  /** As the last act left it. */
  const [changed, setChanged] = useState<OwnBooking | null>(null);
  const known = data?.studio ?? studio;
  useStudioLook(known);
  if (data) {
    const { studio: owner } = data;
    return (
      <OwnPage
        site={site}
        studio={owner}
        api={api}
        token={token}
        query={query}
        booking={changed ?? data.booking}
        onChange={setChanged}
      />
    );
  }
  const frame = { site, studio: known };
  if (isFailure(failure, 'booking_link_invalid')) {
    const name = known?.name ?? t('public:theStudio');
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
