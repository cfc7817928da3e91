import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { mapHref } from '#core/domain/values/format.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { knownClientPage } from '../../shell/client-page-link.ts';
import { isInAppBrowser } from '../../shell/in-app-browser.ts';
import { bookHref } from '../../shell/routes.ts';
import type { BookingApi } from '../booking-api.ts';
import { BookingStepsToDo, hasRequiredStep } from './booking-steps-to-do.tsx';
import { PaymentPlan } from './payment-plan.tsx';
import { LazyPart } from '../../shell/lazy-part.tsx';
import { CancellationRuleText, SettlementText } from '../cancellation.tsx';
import { priceText } from '../format.ts';
import { bookingState } from '../../shell/booking-state.ts';
import { ContactList } from '../../shell/contact-list.tsx';
import { OrderLines, WithdrawalNote } from '../../shell/order-lines.tsx';
import { StudioBand } from '../../shell/studio-photo.tsx';
import { SlotText } from '../times/next-slots.tsx';
import { manageBookingHref, withdrawalHref } from '../step-navigation.ts';
import { DefinitionList, type StepLayoutProps, StepLink, StepPage } from '../step-page.tsx';
import type { TimeZones } from '../times/time-zones.ts';

/** Few studios have it, and its QR code has a library. */
const loadByHand = () => import('./by-hand.tsx');

interface CalendarLinkProps {
  slug: string;
  token: string;
  /** True if this is the primary action. */
  first: boolean;
}

/** Links to the session's .ics file. A plain link opens the calendar on phones and needs no script. */
function CalendarLink({ slug, token, first }: CalendarLinkProps) {
  const { t } = useTranslation('booking');
  const href = `/api/p/${encodeURIComponent(slug)}/bookings/${encodeURIComponent(token)}/session.ics`;
  return (
    <div className="flex flex-col items-start gap-2">
      <a href={href} className={buttonClass(first ? { variant: 'primary' } : {})}>
        <CalendarPlus aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
        {t('own.calendar')}
      </a>
      {isInAppBrowser(navigator.userAgent) && <p className="text-caption text-soft">{t('own.inApp')}</p>}
    </div>
  );
}

interface ManageBookingOverviewProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
}

interface Arrival {
  /** Email address entered, if booked in this visit. */
  fresh?: string;
  moved?: boolean;
}

/** Reads how the visitor came here from the history state, which survives reloads. */
function arrival(): Arrival {
  return (history.state as Arrival | null) ?? {};
}

/** Shows the booking and the actions that are still possible. */
export function ManageBookingOverview({ children, ...props }: ManageBookingOverviewProps & { children?: ReactNode }) {
  const { site, studio, api, token, booking, zones } = props;
  const { t } = useTranslation('booking');
  const [now] = useState(Date.now);
  const [clientPage] = useState(() => knownClientPage(site));
  const { fresh, moved } = arrival();
  const state = bookingState(booking, now);
  const ahead = state === 'inquiry' || state === 'booked';
  const format = useFormat({ currency: booking.currency });
  const price = priceText(booking.price, format);
  const deposit = priceText(booking.deposit, format);
  const canPayDeposit = booking.payments.some(({ purpose }) => purpose === 'deposit');
  const isDepositDue = ahead && booking.isDepositDue && !canPayDeposit;
  const isIncomplete = state === 'booked' && hasRequiredStep(booking);
  const isNextStepFirst = isIncomplete || booking.payments.length > 0;
  // A booking with a deposit to pay is not "all set".
  const welcomed = fresh && ahead && !(state === 'booked' && isDepositDue);
  const messageKey = isIncomplete
    ? 'own.status.toComplete'
    : welcomed
      ? (`own.fresh.${state}` as const)
      : (`own.status.${state}` as const);
  return (
    <StepPage
      site={site}
      studio={studio}
      title={t(`${messageKey}.title`)}
      {...(clientPage !== null && { back: { href: clientPage, label: t('back.client'), isOtherPage: true } })}
    >
      <StudioBand studio={studio} />
      <p className="measure text-lead text-soft">{t(`${messageKey}.text`, { studio: studio.name })}</p>
      {moved && ahead && <Banner tone="success">{t('own.moved')}</Banner>}
      {children}
      <BookingStepsToDo {...{ site, api, token, booking, zones }} />
      <DefinitionList
        rows={[
          [t('facts.what'), booking.type],
          [t('facts.when'), <SlotText key="when" slot={booking} zones={zones} />],
          [t('facts.where'), booking.place && <BookingLocation key="where" booking={booking} />],
          [t('facts.price'), price],
          [t('facts.deposit'), ahead && booking.isDepositDue && deposit],
          [t('facts.paid'), booking.paid > 0 && format.money(booking.paid)],
        ]}
      />
      <OrderLines lines={booking.lines} currency={booking.currency} />
      <PaymentPlan
        plan={booking.plan}
        currency={booking.currency}
        isOnItsWay={booking.payments.some((payment) => payment.isOnItsWay)}
        zones={zones}
      />
      {booking.byHand && (
        <LazyPart load={loadByHand} wanted>
          {({ ByHand }) => (
            <ByHand
              ways={booking.byHand!}
              currency={booking.currency}
              isOnly={booking.payments.length === 0}
              studio={studio.name}
            />
          )}
        </LazyPart>
      )}
      {ahead && booking.cancellation && (
        <CancellationRuleText
          steps={booking.cancellation.steps}
          currency={price ? booking.currency : null}
          zones={zones}
        />
      )}
      {state === 'cancelled' && (booking.isByClient || booking.settlement) && (
        <SettlementText booking={booking} studio={studio.name} />
      )}
      {isDepositDue && <p className="measure">{t('own.deposit', { amount: deposit, studio: studio.name })}</p>}
      {fresh && ahead && <p className="measure">{t('own.mail', { email: fresh })}</p>}
      {state === 'booked' && (
        <CalendarLink slug={studio.slug} token={token} first={fresh !== undefined && !isNextStepFirst} />
      )}
      {ahead && booking.canChange && <Changes {...props} />}
      {ahead && !booking.canChange && <TooLate {...props} />}
      <WithdrawalNote
        state={booking.withdrawal}
        href={withdrawalHref(studio.slug, token)}
        studio={studio.name}
        zone={zones.studio}
      />
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

function BookingLocation({ booking: { place, mapAddress } }: { booking: ManagedBooking }) {
  const { t } = useTranslation('booking');
  if (!mapAddress) return place;
  return (
    <>
      {`${place} · `}
      <a href={mapHref(mapAddress)} rel="noopener noreferrer" target="_blank" className="thumb underline">
        {t('facts.map')}
      </a>
    </>
  );
}

function Changes({ site, studio, token, booking, zones }: ManageBookingOverviewProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone: zones.shown });
  const movable = booking.sessionTypeId !== null;
  const date = format.span({ start: booking.changeUntil });
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
  const format = useFormat({ zone: zones.shown });
  const date = format.span({ start: booking.changeUntil });
  return (
    <div className="flex flex-col gap-4">
      <p className="measure">{t('own.late', { date, studio: studio.name })}</p>
      <ContactList studio={studio} subject={t('closed.subject')} orReply />
    </div>
  );
}
