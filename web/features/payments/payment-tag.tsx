import { useTranslation } from 'react-i18next';
import { type DisplayBillingStatus, displayBillingStatus } from '#core/domain/billing.ts';
import type { PaymentStatus } from '#core/domain/payments.ts';
import { Tag, type Tone } from '#web/components/ui/tag.tsx';
import { useNow } from '#web/lib/use-now.ts';
import type { BillingRow } from './payment-rows.ts';

const TONES: Readonly<Record<PaymentStatus, Tone>> = {
  pending: 'warning',
  paid: 'success',
  partially_refunded: 'accent',
  refunded: 'neutral',
  failed: 'danger',
  void: 'neutral',
};

export function PaymentTag({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('payments');
  return <Tag tone={TONES[status]}>{t(`statuses.${status}`)}</Tag>;
}

const BILLING_TONES: Readonly<Record<DisplayBillingStatus, Tone>> = {
  pending: 'warning',
  partial: 'warning',
  overdue: 'danger',
  paid: 'success',
  refunded: 'neutral',
  waived: 'neutral',
};

/** How a session stands; overdue as soon as the clock says so. */
export function BillingTag({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const now = useNow();
  if (billing.paymentAmount === 0 && billing.paymentStatus === 'pending') return null;
  const status = displayBillingStatus(billing, now);
  return <Tag tone={BILLING_TONES[status]}>{t(`billing.${status}`)}</Tag>;
}
