import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { CancellationMoney } from './cancellation-money.tsx';
import { MoneyCard } from './money-card.tsx';

interface SessionPaymentsProps {
  sessionId: string;
  /** The proposal by which it was booked. */
  proposal?: ReactNode;
}

/** Price and payments of a session; hidden for a session of another photographer. */
export function SessionPayments({ sessionId, proposal }: SessionPaymentsProps) {
  const [billing, { type }] = useQuery(queries.payments.ofSession({ sessionId }));
  if (!billing) return type === 'complete' ? null : <LoadingPlaceholder className="h-24" />;
  const { payments, customer, order, lines } = billing;
  return (
    <MoneyCard {...{ billing, payments, customer, order, lines }}>
      {proposal}
      <CancellationMoney billing={billing} payments={payments} />
    </MoneyCard>
  );
}
