import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { customerName } from '#core/domain/customers.ts';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '../accounts/accounts.tsx';
import { newId } from '../ids.ts';
import { useMutation } from '../sync/use-mutation.tsx';

/**
 * Returns the studio's clients to choose from, and with the permission a function that adds one by name.
 * @param onAdded receives the new client's id as soon as it is in the local store
 */
export function useCustomerChoice(onAdded: (customerId: string) => void) {
  const { role } = useAccount();
  const mutate = useMutation();
  const [customers] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const options = useMemo(
    () => customers.map(({ id, name, email }) => ({ value: id, label: name, ...(email && { detail: email }) })),
    [customers],
  );
  const add = async (text: string) => {
    const name = customerName.safeParse(text);
    if (!name.success) return;
    const id = newId();
    if (await mutate(mutators.customers.create({ id, name: name.data, now: Date.now() }))) onAdded(id);
  };
  return { options, add: can(role, 'customers.write') ? add : null };
}
