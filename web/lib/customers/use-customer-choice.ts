import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { customerName } from '#core/domain/clients/customers.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useAccount } from '../accounts/accounts.tsx';
import { readStored, removeStored, storedKeys, writeStored } from '../browser/storage.ts';
import { useDraftPrefix } from '../forms/draft-storage.ts';
import { newId } from '../ids.ts';
import type { MutationOutcome } from '../sync/mutation-status.ts';
import { type MutationOptions, useMutation } from '../sync/use-mutation.tsx';
import { useWritable } from '../sync/writable.ts';

/**
 * Returns the studio's clients to choose from, and with the permission a function that adds one by name.
 * @param onAdded receives the new client's id as soon as it is in the local store
 */
export function useCustomerChoice(onAdded: (customerId: string) => void) {
  const { role } = useAccount();
  const mayAdd = can(role, 'customers.write');
  const create = useCreateCustomer(mayAdd);
  const [customers] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const options = useMemo(
    () => customers.map(({ id, name, email }) => ({ value: id, label: name, ...(email && { detail: email }) })),
    [customers],
  );
  const add = async (text: string) => {
    const name = customerName.safeParse(text);
    if (!name.success) return;
    const id = newId();
    if (await create(id, name.data)) onAdded(id);
  };
  return { options, add: mayAdd ? add : null };
}

/** Clients that this page has added itself. */
const submitted = new Set<string>();

/**
 * Stores each added client until the server has it, and adds those of earlier pages again. A page that closes before
 * its mutation is sent may lose it, or leave it to Zero's next refresh; the draft of the form refers to the client all
 * the same, and the server would refuse it. Added again under the same id, the client reaches the server before the
 * form. If the server has it already, it refuses the repetition.
 */
function useCreateCustomer(mayAdd: boolean) {
  const prefix = `${useDraftPrefix()}added-customer:`;
  const isWritable = useWritable();
  const mutate = useMutation();
  const create = async (id: string, name: string, options: MutationOptions = {}) => {
    const key = prefix + id;
    submitted.add(id);
    writeStored(key, name);
    const settle = ({ state }: MutationOutcome) => void (state !== 'interrupted' && removeStored(key));
    const request = mutators.customers.create({ id, name, now: Date.now() });
    const isApplied = await mutate(request, { ...options, onSubmitted: (outcome) => void outcome.then(settle) });
    if (!isApplied) removeStored(key);
    return isApplied;
  };
  const addAgain = useEffectEvent(() => {
    for (const key of storedKeys()) {
      const [id, name] = [key.slice(prefix.length), readStored(key)];
      if (key.startsWith(prefix) && typeof name === 'string' && !submitted.has(id)) {
        void create(id, name, { silent: true });
      }
    }
  });
  useEffect(() => {
    if (mayAdd && isWritable) addAgain();
  }, [mayAdd, isWritable]);
  return create;
}
