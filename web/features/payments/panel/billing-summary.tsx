import { useTranslation } from 'react-i18next';
import { depositDue, nextDueDate, amountDue } from '#core/domain/billing.ts';
import type { BillingRow } from '../payment-rows.ts';
import { BillingTag } from '../payment-tag.tsx';
import { usePaymentLabels } from '../payment-words.ts';

/** What it costs, what came in, what is owed and by when. */
export function BillingSummary({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const words = usePaymentLabels();
  const { paymentAmount, depositAmount, paidAmount, refundedAmount } = billing;
  const left = amountDue(billing);
  const due = left > 0 ? nextDueDate(billing) : null;
  const isDeposit = depositDue(billing) > 0;
  if (paymentAmount === 0 && paidAmount === 0 && !billing.waived) return <p className="text-soft">{t('price.none')}</p>;
  const facts = [
    [t('summary.price'), words.money(paymentAmount)],
    ...(depositAmount > 0 ? [[t('summary.deposit'), words.money(depositAmount)]] : []),
    [t('summary.paid'), words.money(paidAmount)],
    ...(refundedAmount > 0 ? [[t('summary.refunded'), words.money(refundedAmount)]] : []),
    [t('summary.owed'), words.money(left)],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-6 gap-y-3">
        {facts.map(([label, value]) => (
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
        {due !== null && (
          <span className="text-caption text-soft">
            {t(isDeposit ? 'summary.depositDue' : 'summary.due', { day: words.day(due) })}
          </span>
        )}
      </p>
    </div>
  );
}
