import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

interface PlannedPaymentsProps {
  parts: readonly { amount: number; dueAt: number }[];
  currency: string;
  zone: string;
}

/** When which part of the total is to be paid, as it would be if the proposal were accepted now. */
export function PlannedPayments({ parts, currency, zone }: PlannedPaymentsProps) {
  const { t } = useTranslation('proposal');
  const format = useFormat({ currency, zone });
  const [now] = useState(Date.now);
  const id = useId();
  if (parts.length === 0) return null;
  const rows = parts.map((part, index) => ({ ...part, position: index + 1 }));
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-lead font-semibold">
        {t('payments')}
      </h2>
      <ol className="flex flex-col divide-y divide-line border-y border-line">
        {rows.map(({ position, amount, dueAt }) => (
          <li key={position} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-3">
            <span className="text-soft">
              {dueAt < now + DAY_MS ? t('dueNow') : t('dueBy', { date: format.date(dueAt, now) })}
            </span>
            <span className="font-medium tabular-nums">{format.money(amount)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
