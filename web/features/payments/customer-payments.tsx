import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { paymentHref } from '#web/lib/paths.ts';
import { withoutTrashed } from './list/list-view.ts';
import { PaymentTag, usePaymentLabels } from './payment-labels.tsx';
import { paymentSubject } from './payment-subject.ts';
import type { PaymentListRow } from './types.ts';

/** Payments shown at first: the current ones, not those of past years. */
const FIRST = 5;

interface CustomerPaymentsProps {
  customerId: string;
}

/** Payments and refunds of a client, latest first; each links to its session or order. */
export function CustomerPayments({ customerId }: CustomerPaymentsProps) {
  const { t } = useTranslation('payments');
  const [found] = useQuery(queries.payments.ofCustomer({ customerId, limit: 1000 }));
  const payments = withoutTrashed(found);
  const [all, setAll] = useState(false);
  const shown = all ? payments : payments.slice(0, FIRST);
  return (
    <PageSection title={t('title')}>
      {payments.length === 0 ? (
        <p className="text-soft">{t('none')}</p>
      ) : (
        <ul aria-label={t('list.label')} className="divide-y divide-line">
          {shown.map((payment) => (
            <Item key={payment.id} payment={payment} to={paymentHref(payment)} />
          ))}
        </ul>
      )}
      {shown.length < payments.length && (
        <div className="-ml-4">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {t('showAll', { count: payments.length })}
          </Button>
        </div>
      )}
    </PageSection>
  );
}

function Item({ payment, to }: { payment: PaymentListRow; to: string }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const { amount, currency, date, purpose, receipt, status, refundsPaymentId } = payment;
  const isRefund = refundsPaymentId !== null;
  const details = [labels.day(date), paymentSubject(payment), receipt].filter(Boolean).join(' · ');
  return (
    <li className="relative flex items-center gap-3 py-3 has-[a:hover]:bg-hover">
      <div className="min-w-0 grow">
        <p className="font-medium">
          <Link to={to} className="row-link">
            {isRefund ? t('refund.name') : t(`purposes.${purpose}`)}
          </Link>
        </p>
        <p data-figures className="text-caption wrap-anywhere text-soft">
          {details}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <p data-figures className="font-medium">{`${isRefund ? '−' : ''}${labels.money(amount, currency)}`}</p>
        {!isRefund && <PaymentTag status={status} />}
      </div>
    </li>
  );
}
