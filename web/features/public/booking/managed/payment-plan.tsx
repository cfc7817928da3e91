import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicInstalment } from '#core/api/dues.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { TimeZones } from '../times/time-zones.ts';

interface PaymentPlanProps {
  plan: readonly PublicInstalment[];
  currency: string;
  /** A payment by a method that takes days is on its way. */
  isOnItsWay: boolean;
  zones: TimeZones;
}

/** The instalments of a payment plan: what is paid, overdue, and next. */
export function PaymentPlan({ plan, currency, isOnItsWay, zones }: PaymentPlanProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ currency, zone: zones.studio });
  const [now] = useState(Date.now);
  const id = useId();
  const parts = plan.map((part, index) => ({ ...part, position: index + 1 }));
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-lead font-semibold">
        {t('plan.title')}
      </h2>
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {parts.map(({ position, amount, dueAt, paid, isNext }) => {
          const isPaid = paid >= amount;
          const isLate = !isPaid && !isOnItsWay && dueAt !== null && dueAt < now;
          return (
            <li key={position} className="flex min-h-14 flex-wrap items-baseline gap-x-4 gap-y-0.5 py-3">
              <span className="min-w-24 font-medium tabular-nums">{format.money(amount)}</span>
              <span className="grow text-caption text-soft">
                {/* The due time is the end of a day, which may be the first instant of the next. */}
                {dueAt !== null && t('plan.by', { date: format.day(dueAt - 1) })}
              </span>
              {paid > 0 && !isPaid && (
                <span className="text-caption text-soft">{t('plan.partly', { paid: format.money(paid) })}</span>
              )}
              {isPaid && <Tag tone="success">{t('plan.paid')}</Tag>}
              {isLate && <Tag tone="warning">{t('plan.overdue')}</Tag>}
              {!isPaid && !isLate && isNext && <Tag tone="accent">{t('plan.next')}</Tag>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
