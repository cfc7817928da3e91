import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { amountDue, nextDueDate, nextPart } from '#core/domain/payments/billing.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { BillingTag, usePaymentLabels } from './payment-labels.tsx';
import type { BillingRow } from './types.ts';

/** Price, received and outstanding amounts, due date. */
export function BillingSummary({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const { paymentAmount, depositAmount, paidAmount, refundedAmount } = billing;
  const outstanding = amountDue(billing);
  const due = outstanding > 0 ? nextDueDate(billing) : null;
  const isDeposit = nextPart(billing, useNow())?.purpose === 'deposit';
  if (paymentAmount === 0 && paidAmount === 0 && !billing.waived)
    return <p className="text-soft">{t(billing.sessionId === null ? 'order.nothing' : 'price.none')}</p>;
  // Of a request nothing is owed before it is approved: a balance of 0 beside the price would say that it is paid.
  const isRequest = billing.session?.status === 'inquiry';
  const details = [
    [t('summary.price'), labels.money(paymentAmount)],
    ...(depositAmount > 0 && !hasPlan(billing) ? [[t('summary.deposit'), labels.money(depositAmount)]] : []),
    [t('summary.paid'), labels.money(paidAmount)],
    ...(refundedAmount > 0 ? [[t('summary.refunded'), labels.money(refundedAmount)]] : []),
    ...(isRequest ? [] : [[t('summary.owed'), labels.money(outstanding)]]),
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <dl
        className={clsx(
          'grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-6 gap-y-3',
          // Three and one below each other would look as if the last did not belong to them.
          details.length === 4 && 'max-sm:grid-cols-2',
        )}
      >
        {details.map(([label, value]) => (
          <div key={label}>
            <dt className="text-caption text-soft">{label}</dt>
            <dd data-figures className="font-medium">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <BillingTag billing={billing} />
        {isRequest && <span className="text-caption text-soft">{t('summary.onApproval')}</span>}
        {due !== null && (
          <span className="text-caption text-soft">
            {t(isDeposit ? 'summary.depositDue' : 'summary.due', { day: labels.day(due) })}
          </span>
        )}
      </p>
    </div>
  );
}
