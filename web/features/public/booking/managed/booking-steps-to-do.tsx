import { clsx } from 'clsx';
import { Check, ChevronRight, CreditCard } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { leavePage } from '#web/lib/browser/leave-page.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useFailureText } from '../../shell/failure.ts';
import type { StudioSite } from '../../shell/routes.ts';
import type { BookingApi } from '../booking-api.ts';
import { manageBookingHref } from '../step-navigation.ts';
import { StepLink } from '../step-page.tsx';
import type { TimeZones } from '../times/time-zones.ts';

/** Something that a client does for a session, or has done. */
interface StepToDo {
  id: string;
  label: string;
  detail: string;
  isDone: boolean;
  /** The booking is confirmed once it is done. */
  confirms: boolean;
  /** Omitted if there is nothing to open. */
  href?: string;
  /** Opens the page of a payment; absent for other steps. */
  onPay?: () => void;
  isOpening?: boolean;
  /** The screen's primary action, if it is a payment. */
  isFirst?: boolean;
}

interface StepsToDoProps {
  site: StudioSite;
  api: BookingApi;
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
}

/** True if the booking counts as confirmed only once the client has done something. */
export function hasRequiredStep({ documents, payments }: Pick<ManagedBooking, 'documents' | 'payments'>): boolean {
  return (
    documents.contracts.some(({ isRequired, isSignedByYou }) => isRequired && !isSignedByYou) ||
    payments.some(({ confirms }) => confirms)
  );
}

/** Returns the contracts to sign and the questionnaires to answer. */
function useDocumentSteps({ site, token, booking, zones }: StepsToDoProps): StepToDo[] {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone: zones.studio });
  const { contracts, questionnaires } = booking.documents;
  return [
    ...contracts.map(({ id, title, isRequired, isSigned, isSignedByYou, signatures, isReady, signedAt }) => ({
      id,
      label: isSigned
        ? t('own.steps.signed')
        : t(isSignedByYou ? 'own.steps.signedByYou' : isReady ? 'own.steps.sign' : 'own.steps.preparing'),
      detail: [
        title,
        signedAt !== null && t('own.steps.signedOn', { date: format.day(signedAt) }),
        !isSigned && isReady && signatures && t('contract.count', { ...signatures }),
      ]
        .filter(Boolean)
        .join(' · '),
      isDone: isSignedByYou,
      confirms: isRequired,
      ...(isReady && { href: manageBookingHref(site, token, 'contract', id) }),
    })),
    ...questionnaires.map(({ id, title, isAnswered, canAnswer }) => ({
      id,
      label: isAnswered ? t('own.steps.answered') : t('own.steps.answer'),
      detail: isAnswered && canAnswer ? `${title} · ${t('own.steps.change')}` : title,
      isDone: isAnswered,
      confirms: false,
      href: manageBookingHref(site, token, 'questions', id),
    })),
  ];
}

/** Links to Stripe's page for something that the client owes. */
function usePayment(api: BookingApi, token: string) {
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const pay = async (item: string) => {
    setOpening(item);
    setFailure(null);
    try {
      leavePage(await api.pay(token, item), () => setOpening(null));
    } catch (error) {
      setFailure(error);
      setOpening(null);
    }
  };
  return { pay, opening, failure };
}

/** Returns what the client can pay by card. */
function usePaymentSteps({ api, token, booking, zones }: StepsToDoProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ currency: booking.currency, zone: zones.studio });
  const { pay, opening, failure } = usePayment(api, token);
  const steps: StepToDo[] = booking.payments.map(({ item, purpose, amount, confirms, dueAt, isOnItsWay }) => ({
    id: item,
    label: t(`own.steps.pay.${item === 'all' ? item : purpose}`),
    // The due time is the end of a day, which may be the first instant of the next.
    detail: isOnItsWay
      ? t('own.steps.onItsWay', { amount: format.money(amount) })
      : dueAt === null
        ? format.money(amount)
        : t('own.steps.by', { amount: format.money(amount), date: format.day(dueAt - 1) }),
    isDone: false,
    confirms,
    ...(!isOnItsWay && { onPay: () => void pay(item), isOpening: opening === item }),
  }));
  return { steps, failure };
}

/** Lists what a client does for a session: first what confirms it, then the rest. Empty without steps. */
export function BookingStepsToDo(props: StepsToDoProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const payments = usePaymentSteps(props);
  const all = [...useDocumentSteps(props), ...payments.steps];
  const confirming = all.filter(({ isDone, confirms }) => confirms && !isDone);
  const others = all.filter((step) => !confirming.includes(step));
  const rest = [...others.filter(({ isDone }) => !isDone), ...others.filter(({ isDone }) => isDone)];
  const firstPayment = confirming.length > 0 ? undefined : rest.find(({ onPay }) => onPay);
  return (
    <>
      <StepList title={t('own.steps.confirming')} steps={confirming} />
      <StepList
        title={t(confirming.length > 0 ? 'own.steps.later' : 'own.steps.title')}
        steps={rest.map((step) => ({ ...step, isFirst: step === firstPayment }))}
      />
      {payments.failure !== null && <Banner tone="danger">{failureText(payments.failure)}</Banner>}
    </>
  );
}

function StepList({ title, steps }: { title: string; steps: readonly StepToDo[] }) {
  const id = useId();
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-lead font-semibold">
        {title}
      </h2>
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {steps.map((step) => (
          <li key={step.id}>
            <Step {...step} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Step({ label, detail, isDone, href, onPay, isOpening = false, isFirst = true }: StepToDo) {
  const { t } = useTranslation('booking');
  const content = (
    <>
      <span
        aria-hidden
        className={clsx(
          'flex size-6 shrink-0 items-center justify-center rounded-full border',
          isDone ? 'border-transparent bg-success-tint text-success' : 'border-edge',
        )}
      >
        {isDone && <Check className="size-4" strokeWidth={2} />}
        {onPay && <CreditCard className="size-3.5" strokeWidth={1.75} />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col wrap-anywhere">
        <span className={clsx('font-medium', isDone && 'text-soft')}>{label}</span>
        <span className="text-caption text-soft">{detail}</span>
      </span>
      {href && <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.75} />}
    </>
  );
  const className = 'flex min-h-14 items-center gap-4 py-3';
  if (onPay) {
    return (
      <div className={clsx(className, 'flex-wrap justify-end')}>
        <span className="flex min-w-48 flex-1 items-center gap-4">{content}</span>
        <Button
          {...(isFirst && { variant: 'primary' as const })}
          loading={isOpening}
          aria-label={`${label}: ${detail}`}
          onClick={onPay}
        >
          {t('own.steps.payNow')}
        </Button>
      </div>
    );
  }
  if (!href) return <div className={className}>{content}</div>;
  return (
    <StepLink href={href} className={clsx(className, 'text-ink no-underline hover:bg-hover')}>
      {content}
    </StepLink>
  );
}
