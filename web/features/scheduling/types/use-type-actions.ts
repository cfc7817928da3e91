import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { SessionTypeRow } from '../types.ts';
import { type ReadType, toTypeValues, typeForm } from './type-values.ts';

const NO_PRICE = { price: 0, deposit: 0 };

type Named = Pick<SessionTypeRow, 'id' | 'name'>;

/** Archives, restores, offers and deletes a session type, with Undo where it can be undone. */
export function useTypeActions() {
  const { t } = useTranslation('scheduling');
  const mutate = useMutation();
  const archive = (id: string) => mutators.sessionTypes.archive({ id, now: Date.now() });
  const offer = (id: string, isBookable: boolean) =>
    mutators.sessionTypes.update({ id, changes: { isBookable }, now: Date.now() });
  const unarchive = (id: string) => mutators.sessionTypes.unarchive({ id, now: Date.now() });
  return {
    archive: ({ id, name }: Named) =>
      mutate(archive(id), { done: t('type.archived', { name }), undo: () => unarchive(id) }),
    unarchive: ({ id, name }: Named) =>
      mutate(unarchive(id), { done: t('type.unarchived', { name }), undo: () => archive(id) }),
    /** Lets clients book it online, as far as rules and schedules allow it. */
    offer: ({ id, name }: Named) =>
      mutate(offer(id, true), { done: t('state.offered', { name }), undo: () => offer(id, false) }),
    remove: ({ id, name }: Named) =>
      mutate(mutators.sessionTypes.remove({ id, now: Date.now() }), { done: t('type.removed', { name }) }),
  };
}

/** Saves the session type form, with its price as a separate mutation. Resolves to true on success. */
export function useSaveType() {
  const { t } = useTranslation(['scheduling', 'common']);
  const { role } = useAccount();
  const mutate = useMutation();
  const mayBill = can(role, 'money.write');
  const [account] = useQuery(queries.stripeAccounts.current(), { enabled: can(role, 'money.read') });
  const setPrice = (id: string, price: { price: number; deposit: number }) =>
    mutators.sessionTypes.setPrice({ id, ...price, now: Date.now() });

  const create = async (
    id: string,
    { details, price }: ReadType,
    mutationOptions: MutationOptions,
  ): Promise<boolean> => {
    // A studio that takes cards usually asks for the deposit at the booking; the type's page says so and changes it.
    const takesDeposit = mayBill && account?.status === 'active' && (price?.deposit ?? 0) > 0;
    const onlinePayment = takesDeposit ? 'deposit' : 'none';
    const done = await mutate(mutators.sessionTypes.create({ id, ...details, onlinePayment, now: Date.now() }), {
      done: t('type.created', { name: details.name }),
      ...mutationOptions,
    });
    if (done && mayBill && price) await mutate(setPrice(id, price));
    return done;
  };

  const update = async (
    type: SessionTypeRow,
    { details, price }: ReadType,
    mutationOptions: MutationOptions,
  ): Promise<boolean> => {
    const before = typeForm.parse(toTypeValues(type));
    const { id } = type;
    const write = (changes: typeof details) => mutators.sessionTypes.update({ id, changes, now: Date.now() });
    const isRepriced = mayBill && JSON.stringify(price) !== JSON.stringify(before.price);
    if (isRepriced && !(await mutate(setPrice(id, price ?? NO_PRICE)))) return false;
    return mutate(write(details), {
      done: t('common:saved'),
      undo: () => [write(before.details), ...(isRepriced ? [setPrice(id, before.price ?? NO_PRICE)] : [])],
      ...mutationOptions,
    });
  };

  return { create, update };
}
