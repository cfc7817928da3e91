import { useQuery } from '@rocicorp/zero/react';
import { useDeferredValue, useMemo } from 'react';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { customerTags, listItems, type ListSort, needsCounts, sortItems } from './list-view.ts';

/** Returns all clients of the studio in order, with the values that the role may see, and whether they are complete. */
export function useCustomerList(sort: ListSort) {
  const { role } = useAccount();
  const money = can(role, 'money.read');
  // Two more tables take as long as the first: the list opens without them, unless its sort order needs them.
  const isOpen = useDeferredValue(true, false);
  const enabled = isOpen || needsCounts(sort);
  const [customers, { type }] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const [stats, ofStats] = useQuery(queries.customers.stats({ limit: MAX_CUSTOMERS }), { enabled });
  const [balances, ofBalances] = useQuery(queries.customers.balances({ limit: MAX_CUSTOMERS * 2 }), {
    enabled: enabled && money,
  });
  const [contacts] = useQuery(queries.customers.contacts({ limit: MAX_CUSTOMERS }), { enabled });
  const isRead = isThere(stats, ofStats) && (!money || isThere(balances, ofBalances));
  const items = useMemo(
    () => listItems(customers, isRead ? { stats, balances } : null, contacts),
    [customers, stats, balances, contacts, isRead],
  );
  const sorted = useMemo(() => sortItems(items, sort), [items, sort]);
  const tags = useMemo(() => customerTags(customers), [customers]);
  return { items: sorted, tags, complete: type === 'complete' };
}

/** An empty list that is not complete is still loading. */
const isThere = (rows: readonly unknown[], { type }: { type: string }) => rows.length > 0 || type === 'complete';
