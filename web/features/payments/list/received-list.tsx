import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type RenderRow, VirtualList } from '#web/components/ui/lists/virtual-list.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paymentHref } from '#web/lib/paths.ts';
import { monthSpan } from '../dialogs/date-values.ts';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { PaymentListRow } from '../types.ts';
import { type CurrencyTotals, hasTotals, type ListView, totalsByCurrency, withoutTrashed } from './list-view.ts';
import { ListSkeleton, PaymentListItem, ROW_HEIGHT } from './payment-row.tsx';

interface TotalsProps {
  payments: readonly PaymentListRow[];
  /** True if all payments of the query are loaded. */
  isAll: boolean;
  /** True if a filter is set. */
  isFiltered: boolean;
}

/** Totals of the list. If not all payments are loaded, uses the monthly totals, or with a filter shows a note. */
function Totals({ payments, isAll, isFiltered }: TotalsProps) {
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
  const labels = usePaymentLabels();
  const money = (amount: number) => labels.money(amount, currency);
  const parts = [
    // Nothing was received yet if all of it is pending.
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

/** Payments loaded at a time: fifty thousand in one query would delay everything else. */
const WINDOW = 500;
/** Load more when a row this far from the end is rendered. */
const AHEAD = 100;
const MOST = 50_000;

interface ReceivedListProps {
  view: ListView;
  onClear: () => void;
}

/** Payments and refunds, latest first; loads more while scrolling. */
export function ReceivedList({ view, onClear }: ReceivedListProps) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const [limit, setLimit] = useState(WINDOW);
  const { search, status, month } = view;
  const [found, { type }] = useQuery(
    queries.payments.list({
      statuses: status ? [status] : [...PAYMENT_STATUSES],
      // Refunds have the status "paid" too, but would be listed without the payment they belong to.
      ...(status && { paymentsOnly: true }),
      limit,
      ...(search && { search }),
      ...monthSpan(month, timeZone),
    }),
  );
  const isAll = found.length < limit;
  const payments = useMemo(() => withoutTrashed(found), [found]);
  const drawsMore = payments.length - AHEAD;
  const more = useCallback(() => setLimit((before) => Math.min(MOST, Math.max(before, limit + WINDOW))), [limit]);
  const renderRow = useCallback<RenderRow<PaymentListRow>>(
    (payment, tabIndex, index) => (
      <PaymentListItem
        payment={payment}
        to={paymentHref(payment)}
        tabIndex={tabIndex}
        onDrawn={!isAll && index >= drawsMore ? more : undefined}
      />
    ),
    [isAll, drawsMore, more],
  );
  if (payments.length === 0 && type !== 'complete') return <ListSkeleton />;
  if (payments.length === 0) {
    const isFiltered = Boolean(search || status || month);
    return isFiltered ? (
      <EmptyState title={t('nothing.title')} action={<Button onClick={onClear}>{t('nothing.act')}</Button>}>
        {t('nothing.text')}
      </EmptyState>
    ) : (
      <EmptyState title={t('empty.received.title')}>{t('empty.received.text')}</EmptyState>
    );
  }
  return (
    <>
      <PartialNote isComplete={type === 'complete'} />
      {hasTotals(status) && (
        <Totals payments={payments} isAll={isAll} isFiltered={Boolean(search || status || month)} />
      )}
      <VirtualList
        label={t('tabs.received')}
        rows={payments}
        rowKey={({ id }) => id}
        rowHeight={ROW_HEIGHT}
        renderRow={renderRow}
      />
    </>
  );
}
