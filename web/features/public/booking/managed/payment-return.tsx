import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import type { CheckoutState } from '#core/domain/payments/card-payments.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { type Pace, poll } from '#web/lib/api/poll.ts';
import { WaitingPage } from '../../shell/message-page.tsx';
import { bookHref } from '../../shell/routes.ts';
import type { BookingApi, ManageBookingResponse } from '../booking-api.ts';
import { ContactList } from '../../shell/contact-list.tsx';
import { type StepLayoutProps, StepPage } from '../step-page.tsx';

/** How often the server is asked: its report usually takes seconds. */
const PACE: Pace = { often: 2000, times: 20, rarely: 15_000 };

/** Asks again and again while `isWaiting`. @returns the number of questions so far */
function usePolling(isWaiting: boolean, ask: () => Promise<void>): number {
  const [asked, setAsked] = useState(0);
  const askNow = useEffectEvent(() => ask().finally(() => setAsked((count) => count + 1)));
  useEffect(() => {
    if (!isWaiting) return undefined;
    askNow().catch(() => {});
    return poll(() => askNow(), PACE);
  }, [isWaiting]);
  return asked;
}

interface BookingPaymentReturnProps {
  site: StepLayoutProps['site'];
  /** From the page data, if it has the studio. */
  studio: PublicStudio | null;
  api: BookingApi;
  token: string;
  onBooked: (page: ManageBookingResponse) => void;
}

/** Back from Stripe's page before the booking is made: polls until the server knows from Stripe that it was paid. */
export function BookingPaymentReturn({ site, studio: known, api, token, onBooked }: BookingPaymentReturnProps) {
  const { t } = useTranslation('booking');
  const [state, setState] = useState<CheckoutState>('open');
  const [studio, setStudio] = useState(known);
  const asked = usePolling(state === 'open', async () => {
    const { state: now, studio: owner } = await api.checkoutState(token);
    setStudio(owner);
    if (now === 'paid') onBooked(await api.own(token));
    setState(now);
  });
  if (!studio) return <WaitingPage site={site} studio={null} />;
  if (state === 'open' || state === 'paid') {
    return (
      <StepPage site={site} studio={studio} title={t('payment.waiting')}>
        <p role="status" className="measure text-lead text-soft">
          {t(asked > PACE.times ? 'payment.slow' : 'payment.waitingText')}
        </p>
      </StepPage>
    );
  }
  return (
    <StepPage site={site} studio={studio} title={t(`payment.${state}`)}>
      <p className="measure text-lead text-soft">{t(`payment.${state}Text`, { studio: studio.name })}</p>
      <div className="flex flex-col items-start gap-6">
        <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
          {t('own.again')}
        </a>
        <ContactList studio={studio} />
      </div>
    </StepPage>
  );
}

/** Says that a payment by a method that takes days is on its way. */
export function PaymentOnItsWay() {
  const { t } = useTranslation('errors');
  return <Banner tone="info">{t('payment_processing')}</Banner>;
}

interface PaymentBannerProps {
  /** True until the server knows of the payment. */
  isWaiting: boolean;
  /** Reads the page's data again. */
  ask: () => Promise<void>;
}

/** Back from Stripe's page on the page of what was paid: says that the payment arrives, and then that it has. */
export function PaymentBanner({ isWaiting, ask }: PaymentBannerProps) {
  const { t } = useTranslation('booking');
  const asked = usePolling(isWaiting, ask);
  if (!isWaiting) return <Banner tone="success">{t('payment.received')}</Banner>;
  return <Banner tone="info">{t(asked > PACE.times ? 'payment.slow' : 'payment.waitingText')}</Banner>;
}
