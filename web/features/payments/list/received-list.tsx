import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_STATUSES } from '#core/domain/payments.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { VirtualList, type RenderRow } from '#web/components/ui/virtual-list.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { monthSpan } from '../dialogs/date-value.ts';
import type { PaymentListRow, PaymentPlaces } from '../payment-rows.ts';
import { hasTotals, withoutTrashed, type ListView } from './list-view.ts';
import { PaymentListItem, ROW_HEIGHT } from './payment-row.tsx';
import { Totals } from './totals.tsx';
import { ListSkeleton } from './waiting.tsx';

/** How many are asked for at a time: fifty thousand at once would keep everything else waiting. */
const WINDOW = 500;
/** So many rows before their end, the next ones are asked for. */
const AHEAD = 100;
const MOST = 50_000;

interface ReceivedListProps extends PaymentPlaces {
  view: ListView;
  onClear: () => void;
}

/** Payments and refunds, the latest first, as many as somebody scrolls through. */
export function ReceivedList({ view, onClear, sessionHref }: ReceivedListProps) {
  const { t } = useTranslation('payments');
  const { timeZone } = useAccount();
  const [limit, setLimit] = useState(WINDOW);
  const { search, status, month } = view;
  const [found, { type }] = useQuery(
    queries.payments.list({
      statuses: status ? [status] : [...PAYMENT_STATUSES],
      // A refund is of no status that people know: under "Paid" it would stand without what it was taken from.
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
        to={sessionHref(payment.sessionId)}
        tabIndex={tabIndex}
        onDrawn={!isAll && index >= drawsMore ? more : undefined}
      />
    ),
    [sessionHref, isAll, drawsMore, more],
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
