import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/booking.ts';
import { mapHref } from '#core/domain/map-href.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { formatSpan } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { bookHref } from '../routes.ts';
import { WriteButton } from './ask-studio.tsx';
import { CalendarLink } from './calendar-link.tsx';
import { DefinitionList } from './facts.tsx';
import { ContactList } from './from-rare-pages.ts';
import { manageBookingHref } from './own-address.ts';
import { bookingState } from './own-state.ts';
import { SlotText } from './slot-text.tsx';
import { StepLink } from './step-link.tsx';
import { StepPage, type StepLayoutProps } from './step-page.tsx';
import type { TimeZones } from './use-zones.ts';

interface ManageBookingOverviewProps extends StepLayoutProps {
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
}

interface Arrival {
  /** Booked a moment ago, by somebody with this e-mail. */
  fresh?: string;
  moved?: boolean;
}

/** How the visitor came here; kept with the address over reloads. */
function arrival(): Arrival {
  return (history.state as Arrival | null) ?? {};
}

/** What is booked, in words, and what can still be done. */
export function ManageBookingOverview({ site, studio, token, booking, zones }: ManageBookingOverviewProps) {
  const { t } = useTranslation('booking');
  const [now] = useState(Date.now);
  const { fresh, moved } = arrival();
  const state = bookingState(booking, now);
  const ahead = state === 'inquiry' || state === 'booked';
  const words = fresh && ahead ? (`own.fresh.${state}` as const) : (`own.status.${state}` as const);
  return (
    <StepPage site={site} studio={studio} title={t(`${words}.title`)}>
      <p className="measure text-lead text-soft">{t(`${words}.text`, { studio: studio.name })}</p>
      {moved && ahead && <Banner tone="success">{t('own.moved')}</Banner>}
      <DefinitionList
        rows={[
          [t('facts.what'), booking.type],
          [t('facts.when'), <SlotText key="when" slot={booking} zones={zones} />],
          [t('facts.where'), booking.place && <BookingLocation key="where" place={booking.place} />],
        ]}
      />
      {fresh && ahead && <p className="measure">{t('own.mail', { email: fresh })}</p>}
      {state === 'booked' && <CalendarLink slug={studio.slug} token={token} first={fresh !== undefined} />}
      {ahead && booking.canChange && <Changes {...{ site, studio, token, booking, zones }} />}
      {ahead && !booking.canChange && <TooLate {...{ site, studio, booking, zones }} />}
      {!ahead && (
        <div className="flex flex-col items-start gap-6">
          <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
            {t('own.again')}
          </a>
          <ContactList studio={studio} />
        </div>
      )}
    </StepPage>
  );
}

function BookingLocation({ place }: { place: string }) {
  const { t } = useTranslation('booking');
  return (
    <>
      {`${place} · `}
      <a href={mapHref(place)} rel="noopener noreferrer" target="_blank" className="thumb underline">
        {t('facts.map')}
      </a>
    </>
  );
}

function Changes({ site, studio, token, booking, zones }: ManageBookingOverviewProps) {
  const { t } = useTranslation('booking');
  const movable = booking.sessionTypeId !== null;
  const date = formatSpan({ start: booking.changeUntil, zone: zones.shown }, currentLanguage());
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {movable && (
          <StepLink href={manageBookingHref(site, token, 'time')} className={buttonClass()}>
            {t('own.change')}
          </StepLink>
        )}
        <StepLink href={manageBookingHref(site, token, 'cancel')} className={buttonClass({ variant: 'danger' })}>
          {booking.status === 'inquiry' ? t('own.withdraw') : t('own.cancel')}
        </StepLink>
      </div>
      <p className="measure text-caption text-soft">
        {movable ? t('own.until', { date }) : t('own.untilCancel', { date, studio: studio.name })}
      </p>
    </div>
  );
}

function TooLate({ studio, booking, zones }: Omit<ManageBookingOverviewProps, 'token'>) {
  const { t } = useTranslation('booking');
  const date = formatSpan({ start: booking.changeUntil, zone: zones.shown }, currentLanguage());
  return (
    <div className="flex flex-col gap-4">
      <p className="measure">{t('own.late', { date, studio: studio.name })}</p>
      {studio.email && <WriteButton studio={studio} subject={t('closed.subject')} />}
      <ContactList studio={studio} />
    </div>
  );
}
