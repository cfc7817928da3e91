import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { listMonths } from './list-view.ts';

/** The months in which there are payments, the latest first, and the chosen one. */
export function useMonths(chosen: string | null): readonly string[] {
  const { timeZone } = useAccount();
  const [months] = useQuery(queries.payments.months({ from: '1900-01' }));
  // Those count in no month's totals; there are few of them.
  const [others] = useQuery(queries.payments.list({ statuses: ['pending', 'failed', 'void'], limit: 1000 }));
  return useMemo(() => listMonths(months, others, chosen, timeZone), [months, others, chosen, timeZone]);
}
