import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import type { PaymentListRow } from '../payment-rows.ts';
import { usePaymentLabels } from '../payment-words.ts';
import { totalsByCurrency, type CurrencyTotals } from './list-view.ts';

interface TotalsProps {
  payments: readonly PaymentListRow[];
  /** They are all that there are of what was asked for. */
  isAll: boolean;
  /** Something was asked for, and not everything. */
  isFiltered: boolean;
}

/** What the list adds up to. Of more payments than are here, the months' own totals say it; of a choice, a note. */
export function Totals({ payments, isAll, isFiltered }: TotalsProps) {
  const { t } = useTranslation('payments');
  const shown = useMemo(() => (isAll ? totalsByCurrency(payments) : []), [payments, isAll]);
  const [months] = useQuery(queries.payments.months({ from: '1900-01' }), { enabled: !isAll && !isFiltered });
  const ever = useMemo(() => sumMonths(months), [months]);
  const sums = isAll ? shown : isFiltered ? [] : ever;
  if (sums.length === 0) return <output className="block pb-4 text-soft">{!isAll && t('totals.tooMany')}</output>;
  return (
    <output data-figures className="flex flex-col gap-1 pb-4">
      {sums.map((of) => (
        <Line key={of.currency} sums={of} />
      ))}
    </output>
  );
}

function Line({ sums: { currency, received, refunded, waiting } }: { sums: CurrencyTotals }) {
  const { t } = useTranslation('payments');
  const words = usePaymentLabels();
  const money = (amount: number) => words.money(amount, currency);
  const parts = [
    // Of what is only expected, nothing has come in yet.
    (waiting === 0 || received > 0) && t('totals.received', { amount: money(received) }),
    refunded > 0 && t('totals.refunded', { amount: money(refunded) }),
    refunded > 0 && t('totals.kept', { amount: money(received - refunded) }),
    waiting > 0 && t('totals.waiting', { amount: money(waiting) }),
  ];
  return <span>{parts.filter((part) => part !== false).join(' · ')}</span>;
}

interface Month {
  readonly currency: string;
  readonly received: number;
  readonly refunded: number;
}

function sumMonths(months: readonly Month[]): CurrencyTotals[] {
  const sums = new Map<string, CurrencyTotals>();
  for (const { currency, received, refunded } of months) {
    const of = sums.get(currency) ?? { currency, received: 0, refunded: 0, waiting: 0 };
    sums.set(currency, { ...of, received: of.received + received, refunded: of.refunded + refunded });
  }
  return [...sums.values()];
}
