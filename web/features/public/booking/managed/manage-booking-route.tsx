import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { isFailure } from '../../shell/failure.ts';
import { FailedPage, WaitingPage } from '../../shell/message-page.tsx';
import type { StudioSite } from '../../shell/routes.ts';
import type { BookingApi, ManageBookingResponse as OwnPageData } from '../booking-api.ts';
import { clearDetails, clearHold, readDetails } from '../booking-storage.ts';
import { CancelStep } from './cancel-step.tsx';
import { ContractStep } from './contract-step.tsx';
import { ContactStudio } from '../contact-studio.tsx';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { ManageBookingOverview } from './manage-booking-overview.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { BookingPaymentReturn, PaymentBanner, PaymentOnItsWay } from './payment-return.tsx';
import { RescheduleStep } from './reschedule-step.tsx';
import { manageBookingHref, navigateStep } from '../step-navigation.ts';
import type { StepLayoutProps } from '../step-page.tsx';
import { useTimeZones } from '../times/time-zones.ts';
import { useRequest } from '../../shell/use-request.ts';

interface ManageBookingPageProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  query: URLSearchParams;
  booking: ManagedBooking;
  onChange: (booking: ManagedBooking) => void;
}

/** Shows a booking and its actions: `?step=time` reschedules it, `?step=cancel` cancels it. */
function ManageBookingPage({ site, studio, api, token, query, booking, onChange }: ManageBookingPageProps) {
  const zones = useTimeZones(studio.timeZone);
  const step = query.get('step');
  const common = { site, studio, api, token, booking, zones };
  const changed = (state?: object) => (now: ManagedBooking) => {
    onChange(now);
    navigateStep(manageBookingHref(site, token), { replace: true, ...(state && { state }) });
  };
  if (step === 'time' && booking.canChange && booking.sessionTypeId !== null) {
    return <RescheduleStep {...common} start={Number(query.get('start'))} onMoved={changed({ moved: true })} />;
  }
  const id = query.get('id') ?? '';
  const reload = async () => onChange((await api.own(token)).booking);
  if (step === 'contract') return <ContractStep key={id} {...common} id={id} onSigned={reload} />;
  if (step === 'questions') return <QuestionsStep key={id} {...common} id={id} onAnswered={reload} />;
  if (step === 'cancel' && booking.canChange)
    return <CancelStep {...common} onCancelled={changed()} onChanged={reload} />;
  const paid = query.get('paid');
  const isWaiting = booking.payments.some(({ item, isOnItsWay }) => item === paid && !isOnItsWay);
  const isOnItsWay = booking.payments.some((payment) => payment.isOnItsWay);
  return (
    <ManageBookingOverview {...common}>
      {isOnItsWay ? <PaymentOnItsWay /> : paid && <PaymentBanner isWaiting={isWaiting} ask={reload} />}
    </ManageBookingOverview>
  );
}

/** The answer to a request, and the page's language, in which the server has named the session. */
export type NamedPage = OwnPageData & { language: Language };

interface ManageBookingRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  api: BookingApi;
  token: string;
  query: URLSearchParams;
  /** Booking after the last change or the booking itself; shown without a request in its language. */
  known: NamedPage | null;
  onChange: (page: NamedPage) => void;
}

/** Manage-booking page `/p/{slug}/booking/{token}`. The token grants access. */
export function ManageBookingRoute({ site, studio, api, token, query, known, onChange }: ManageBookingRouteProps) {
  const { t } = useTranslation(['booking', 'public']);
  const language = useLanguage();
  const ask = useCallback(async () => ({ ...(await api.own(token)), language }), [api, token, language]);
  const isKnown = known?.language === language;
  // Back from the payment that books: there is no booking before Stripe's report.
  const isReturning = query.get('paid') === '1';
  const { data: answer, failure, retry } = useRequest(isKnown || isReturning ? null : ask);
  // The page in the former language stays until the answer, so that nothing typed is lost.
  const data = [known, answer].find((page) => page?.language === language) ?? known ?? answer;
  const owner = data?.studio ?? studio;
  if (data) {
    const { studio: own, booking } = data;
    const changed = (now: ManagedBooking) => onChange({ studio: own, booking: now, language });
    return <ManageBookingPage {...{ site, studio: own, api, token, query, booking }} onChange={changed} />;
  }
  const frame = { site, studio: owner };
  if (isReturning) {
    const booked = (page: OwnPageData) => {
      const details = readDetails(page.studio.slug);
      clearDetails(page.studio.slug);
      clearHold(page.studio.slug);
      onChange({ ...page, language });
      navigateStep(manageBookingHref(site, token), { replace: true, state: { fresh: details.email.trim() } });
    };
    return <BookingPaymentReturn site={site} studio={studio} api={api} token={token} onBooked={booked} />;
  }
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
  return <WaitingPage {...frame}></WaitingPage>;
}
