import { useQuery } from '@rocicorp/zero/react';
import { HandCoins, Send } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { amountDue, displayBillingStatus, nextDueDate } from '#core/domain/payments/billing.ts';
import { compactIban, creditorReference } from '#core/domain/payments/transfer-code.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PartialNote } from '#web/components/layout/loading-placeholder.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type RenderRow, VirtualList } from '#web/components/ui/lists/virtual-list.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { paymentHref } from '#web/lib/paths.ts';
import { useRequestPayment } from '#web/lib/payments/use-request-payment.ts';
import { RecordDialog } from '../dialogs/record-dialog.tsx';
import { RequestDialog } from '../dialogs/request-dialog.tsx';
import { BillingTag, usePaymentLabels } from '../payment-labels.tsx';
import { paymentSubject } from '../payment-subject.ts';
import type { DueRow } from '../types.ts';
import { toBilling } from '../use-billing.ts';
import { ListSkeleton, ROW_HEIGHT } from './payment-row.tsx';

const MOST = 10_000;

/** Outstanding amounts: overdue first, then by due date, those without one last. */
export function DueList({ search }: { search: string }) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const now = useNow();
  const { role } = useAccount();
  const [recording, setRecording] = useState<DueRow | null>(null);
  const [asking, setAsking] = useState<DueRow | null>(null);
  const [sessions, { type: ofSessions }] = useQuery(queries.payments.due({ limit: MOST }));
  const [orders, { type: ofOrders }] = useQuery(queries.payments.dueOrders({ limit: MOST }));
  const rows = useMemo<readonly DueRow[]>(
    () => [...sessions, ...orders.map((row) => ({ ...toBilling(row), customer: row.customer }))],
    [sessions, orders],
  );
  const type = ofSessions === 'complete' ? ofOrders : ofSessions;
  const shown = useMemo(() => {
    const wanted = search.toLowerCase();
    return rows
      .filter((row) => searched(row).includes(wanted) || referenceOf(row) === compactIban(search))
      .toSorted((one, other) => dueOf(one) - dueOf(other));
  }, [rows, search]);
  const renderRow = useCallback<RenderRow<DueRow>>(
    (billing, tabIndex) => <DueItem billing={billing} to={hrefOf(billing)} tabIndex={tabIndex} onAsk={setAsking} />,
    [],
  );
  const ask = useRequestPayment();
  const requestOf = (row: DueRow) => {
    if (!ask(owedBy(row))) return [];
    return [
      {
        label: t('order.ask'),
        icon: <Send aria-hidden />,
        writes: true,
        onAction: () => setAsking(row),
      },
    ];
  };
  const swipe = (row: DueRow) => ({
    label: row.customer?.name ?? t('nobody'),
    actions: [
      {
        label: t('record.offer'),
        icon: <HandCoins aria-hidden />,
        writes: true,
        onAction: () => setRecording(row),
      },
      ...requestOf(row),
    ],
  });
  if (rows.length === 0 && type !== 'complete') return <ListSkeleton />;
  if (rows.length === 0) return <EmptyState title={t('empty.due.title')}>{t('empty.due.text')}</EmptyState>;
  const sum = (of: readonly DueRow[]) => labels.money(of.reduce((total, row) => total + amountDue(row), 0));
  const late = shown.filter((row) => displayBillingStatus(row, now) === 'overdue');
  return (
    <>
      <PartialNote isComplete={type === 'complete'} />
      <output data-figures className="block pb-4">
        {[
          t('totals.owed', { amount: sum(shown) }),
          ...(late.length > 0 ? [t('totals.overdue', { amount: sum(late) })] : []),
        ].join(' · ')}
      </output>
      <VirtualList
        label={t('tabs.due')}
        rows={shown}
        rowKey={({ sessionId, orderId = '' }) => sessionId ?? orderId}
        rowHeight={ROW_HEIGHT}
        renderRow={renderRow}
        swipe={can(role, 'money.write') ? swipe : undefined}
      />
      {asking && (
        <RequestDialog
          owed={owedBy(asking)}
          name={asking.customer?.name ?? t('nobody')}
          onClose={() => setAsking(null)}
        />
      )}
      {recording && (
        <RecordDialog
          billing={recording}
          hasEmail={Boolean(recording.customer?.email)}
          onClose={() => setRecording(null)}
        />
      )}
    </>
  );
}

const searched = (row: DueRow) => `${row.customer?.name} ${paymentSubject(row)}`.toLowerCase();

/** The reference of a transfer, as the studio's bank shows it. */
const referenceOf = ({ sessionId, orderId = '' }: DueRow) => creditorReference(sessionId ?? orderId);

const hrefOf = ({ sessionId, orderId }: DueRow) => paymentHref({ sessionId, orderId: orderId ?? null });

const owedBy = ({ sessionId, orderId, customer }: DueRow) => ({
  sessionId,
  orderId: orderId ?? null,
  email: customer?.email ?? '',
});

const dueOf = (row: DueRow) => nextDueDate(row) ?? Number.MAX_SAFE_INTEGER;

interface DueItemProps {
  billing: DueRow;
  to: string;
  tabIndex: 0 | -1;
  onAsk: (billing: DueRow) => void;
}

function DueItem({ billing, to, tabIndex, onAsk }: DueItemProps) {
  const { t } = useTranslation('payments');
  const labels = usePaymentLabels();
  const { customer } = billing;
  const now = useNow();
  const name = customer?.name ?? t('nobody');
  const ask = useRequestPayment();
  const isOverdue = displayBillingStatus(billing, now) === 'overdue';
  const isOffered = isOverdue && ask(owedBy(billing)) !== null;
  const due = nextDueDate(billing);
  const details = [paymentSubject(billing), due !== null && t('summary.due', { day: labels.day(due) })]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="relative flex h-full items-center gap-3 has-[a:hover]:bg-hover md:px-3">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={to} tabIndex={tabIndex} className="row-link">
            {name}
          </Link>
        </p>
        <p data-figures className="truncate text-caption text-soft">
          {details}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <p data-figures className="font-medium">
          {labels.money(amountDue(billing))}
        </p>
        <BillingTag billing={billing} />
      </div>
      {isOffered && (
        <div className="relative z-10 shrink-0 max-md:hidden">
          <Button
            size="small"
            writes
            tabIndex={tabIndex}
            aria-label={t('order.askNamed', { name })}
            onClick={() => onAsk(billing)}
          >
            {t('order.ask')}
          </Button>
        </div>
      )}
    </div>
  );
}
