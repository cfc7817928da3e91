import { useTranslation } from 'react-i18next';
import { amountDue, nextPart } from '#core/domain/payments/billing.ts';
import { filledInstalments, hasPlan } from '#core/domain/payments/instalments.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { BillingRow } from '../types.ts';

/** The instalments of a payment plan: what is paid, overdue, and next. Nothing without a plan. */
export function PlanList({ billing }: { billing: BillingRow }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const now = useNow();
  if (!hasPlan(billing)) return null;
  const isOwed = amountDue(billing) > 0;
  const next = nextPart(billing, now);
  return (
    <section aria-label={t('plan.title')} className="flex flex-col gap-2">
      <h3 className="text-caption font-medium">{t('plan.title')}</h3>
      <ol className="divide-y divide-line border-y border-line">
        {filledInstalments(billing, billing.paidAmount).map(({ position, amount, dueAt, paid, open }) => {
          const isLate = isOwed && open > 0 && dueAt !== null && dueAt < now;
          return (
            <li key={position} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
              <span data-figures className="min-w-24 font-medium">
                {labels.money(amount)}
              </span>
              <span className="grow text-caption text-soft">
                {dueAt !== null && t('plan.due', { day: labels.day(dueAt) })}
              </span>
              {paid > 0 && open > 0 && (
                <span data-figures className="text-caption text-soft">
                  {t('plan.partly', { paid: labels.money(paid) })}
                </span>
              )}
              {open === 0 && <Tag tone="success">{t('plan.paid')}</Tag>}
              {isLate && <Tag tone="danger">{t('plan.overdue')}</Tag>}
              {!isLate && isOwed && next?.position === position && <Tag tone="warning">{t('plan.next')}</Tag>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
