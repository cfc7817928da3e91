import { useQuery } from '@rocicorp/zero/react';
import { useDeferredValue, useMemo } from 'react';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { customerTags, listItems, type ListSort, needsCounts, sortItems } from './list-view.ts';

/** All clients of the studio in order, as far as this person may know them; and whether these are all. */
export function useCustomerList(sort: ListSort) {
  const { role } = useAccount();
  const money = can(role, 'money.read');
  // Reading two more tables takes as long as the first: the list opens before them, unless its order needs them.
  const isOpen = useDeferredValue(true, false);
  const enabled = isOpen || needsCounts(sort);
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const [stats, ofStats] = useQuery(queries.customers.stats({ limit: MAX_CUSTOMERS }), { enabled });
  const [balances, ofBalances] = useQuery(queries.customers.balances({ limit: MAX_CUSTOMERS * 2 }), {
    enabled: enabled && money,
  });
  const isRead = isThere(stats, ofStats) && (!money || isThere(balances, ofBalances));
  const items = useMemo(
    () => listItems(customers, isRead ? { stats, balances } : null),
    [customers, stats, balances, isRead],
  );
  const sorted = useMemo(() => sortItems(items, sort), [items, sort]);
  const tags = useMemo(() => customerTags(customers), [customers]);
  return { items: sorted, tags, complete: type === 'complete' };
}

/** What is not asked for yet, or not answered, is an empty list as well. */
const isThere = (rows: readonly unknown[], { type }: { type: string }) => rows.length > 0 || type === 'complete';
