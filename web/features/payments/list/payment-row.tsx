import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { PaymentTag, usePaymentLabels } from '../payment-labels.tsx';
import { paymentSubject } from '../payment-subject.ts';
import type { PaymentListRow } from '../types.ts';

/** Height of a row in pixels. */
export const ROW_HEIGHT = 72;

interface PaymentListItemProps {
  payment: PaymentListRow;
  to: string;
  tabIndex: 0 | -1;
  /** Called when a row near the end of the loaded ones is rendered. */
  onDrawn?: (() => void) | undefined;
}

/** A payment with client, amount, day and session. */
export function PaymentListItem({ payment, to, tabIndex, onDrawn }: PaymentListItemProps) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  useEffect(() => onDrawn?.(), [onDrawn]);
  const { amount, currency, customer, date, method, purpose, receipt, status } = payment;
  const isRefund = payment.refundsPaymentId !== null;
  const name = isRefund ? t('refund.name') : t(`purposes.${purpose}`);
  const details = [name, paymentSubject(payment), labels.method(method), receipt].filter(Boolean).join(' · ');
  return (
    <div className="relative flex h-full items-center gap-3 has-[a:hover]:bg-hover md:px-3">
      <p data-figures className="hidden w-36 shrink-0 md:block">
        {labels.day(date)}
      </p>
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={to} tabIndex={tabIndex} className="row-link">
            {customer?.name ?? t('nobody')}
          </Link>
        </p>
        <p data-figures className="truncate text-caption text-soft md:hidden">{`${labels.day(date)} · ${name}`}</p>
        <p data-figures className="truncate text-caption text-soft max-md:hidden">
          {details}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <p data-figures className="font-medium">{`${isRefund ? '−' : ''}${labels.money(amount, currency)}`}</p>
        {!isRefund && <PaymentTag status={status} />}
      </div>
    </div>
  );
}

export function ListSkeleton() {
  return (
    <LoadingPlaceholder>
      <div aria-hidden className="flex flex-col gap-3">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </div>
    </LoadingPlaceholder>
  );
}
