import { useTranslation } from 'react-i18next';
import { type DisplayBillingStatus, displayBillingStatus } from '#core/domain/payments/billing.ts';
import type { DisputeStatus } from '#core/domain/payments/card-payments.ts';
import type { PaymentStatus } from '#core/domain/payments/payments.ts';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import type { BillingRow } from './types.ts';

const TONES: Readonly<Record<PaymentStatus, Tone>> = {
  pending: 'warning',
  paid: 'success',
  partially_refunded: 'accent',
  refunded: 'neutral',
  failed: 'danger',
  void: 'neutral',
};

/** @param isOnlineRefund a refund by card, which Stripe completes */
export function PaymentTag({ status, isOnlineRefund = false }: { status: PaymentStatus; isOnlineRefund?: boolean }) {
  const { t } = useTranslation('payments');
  const text = isOnlineRefund && status === 'pending' ? t('refund.onItsWay') : t(`statuses.${status}`);
  return <Tag tone={TONES[status]}>{text}</Tag>;
}

const DISPUTE_TONES: Readonly<Record<DisputeStatus, Tone>> = { open: 'danger', won: 'success', lost: 'neutral' };

/** The client's bank asks for a payment by card back. */
export function DisputeTag({ dispute }: { dispute: DisputeStatus }) {
  const { t } = useTranslation('payments');
  return <Tag tone={DISPUTE_TONES[dispute]}>{t(`dispute.${dispute}`)}</Tag>;
}

const BILLING_TONES: Readonly<Record<DisplayBillingStatus, Tone>> = {
  pending: 'warning',
  partial: 'warning',
  overdue: 'danger',
  paid: 'success',
  refunded: 'neutral',
  waived: 'neutral',
};

/** Payment status of a session; overdue is derived from the clock. */
export function BillingTag({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const now = useNow();
  if (billing.paymentAmount === 0 && billing.paymentStatus === 'pending') return null;
  const status = displayBillingStatus(billing, now);
  if (status === null) return null;
  return <Tag tone={BILLING_TONES[status]}>{t(`billing.${status}`)}</Tag>;
}

/**
 * Returns formatters: amounts in the studio's currency unless a payment has another, days in its zone, names of
 * methods.
 */
export function usePaymentLabels() {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const names: Readonly<Record<string, string>> = t('methods', { returnObjects: true });
  return {
    money: format.money,
    day: (epochMs: number) => format.date(epochMs),
    /** Translated name of a usual method, or the text as it was typed. */
    method: (method: string) => (Object.hasOwn(names, method) ? (names[method] ?? method) : method),
  };
}
