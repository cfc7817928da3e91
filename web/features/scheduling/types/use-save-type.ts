import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation, type MutationOptions } from '#web/lib/act.tsx';
import type { SessionTypeRow } from '../scheduling-rows.ts';
import { readType, toTypeValues, type TypeValues } from './type-values.ts';

/** Writes what a type's form says, its price apart. True when it stands. */
export function useSaveType() {
  const { t } = useTranslation(['scheduling', 'common']);
  const { role } = useAccount();
  const act = useMutation();
  const mayBill = can(role, 'money.write');
  const setPrice = (id: string, price: { price: number; deposit: number }) =>
    mutators.sessionTypes.setPrice({ id, ...price, now: Date.now() });

  const create = async (id: string, values: TypeValues, told: MutationOptions): Promise<boolean> => {
    const { details, price } = readType(values);
    if (!details || !price) return false;
    const done = await act(mutators.sessionTypes.create({ id, ...details, now: Date.now() }), {
      done: t('type.created', { name: details.name }),
      ...told,
    });
    if (done && mayBill && values.price !== null) await act(setPrice(id, price));
    return done;
  };

  const update = async (type: SessionTypeRow, values: TypeValues, told: MutationOptions): Promise<boolean> => {
    const { details, price } = readType(values);
    const before = readType(toTypeValues(type));
    if (!details || !price || !before.details || !before.price) return false;
    const { id } = type;
    const write = (changes: typeof details) => mutators.sessionTypes.update({ id, changes, now: Date.now() });
    const isRepriced = mayBill && JSON.stringify(price) !== JSON.stringify(before.price);
    const former = { details: before.details, price: before.price };
    if (isRepriced && !(await act(setPrice(id, price)))) return false;
    return act(write(details), {
      done: t('common:saved'),
      undo: () => [write(former.details), ...(isRepriced ? [setPrice(id, former.price)] : [])],
      ...told,
    });
  };

  return { create, update };
}
