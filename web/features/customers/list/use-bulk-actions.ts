import { useTranslation } from 'react-i18next';
import { MAX_BULK_CUSTOMERS } from '#core/domain/clients/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { CustomerListRow } from '../types.ts';

/** Bulk actions on clients. A selection beyond the limit of a mutation is split; one undo reverts all of it. */
export function useBulkActions() {
  const { t } = useTranslation('customers');
  const mutate = useMutation();
  const toast = useToast();

  const each = async (ids: readonly string[], request: (ids: string[]) => Parameters<typeof mutate>[0]) => {
    for (let at = 0; at < ids.length; at += MAX_BULK_CUSTOMERS) {
      if (!(await mutate(request(ids.slice(at, at + MAX_BULK_CUSTOMERS))))) return false;
    }
    return true;
  };
  const trash = (ids: string[]) => mutators.customers.trash({ ids, now: Date.now() });
  const restore = (ids: string[]) => mutators.customers.restore({ ids, now: Date.now() });

  return {
    async trash(customers: readonly Pick<CustomerListRow, 'id'>[]): Promise<boolean> {
      const ids = customers.map(({ id }) => id);
      const done = await each(ids, trash);
      if (done) toast({ title: t('delete.done', { count: ids.length }), onUndo: () => void each(ids, restore) });
      return done;
    },
    async tag(customers: readonly Pick<CustomerListRow, 'id' | 'tags'>[], tag: string, add: boolean): Promise<boolean> {
      // Change only clients that differ, so that undo restores the previous state.
      const has = (one: Pick<CustomerListRow, 'tags'>) =>
        one.tags.some((each) => normalizeForSearch(each) === normalizeForSearch(tag));
      const ids = customers.filter((one) => has(one) !== add).map(({ id }) => id);
      const change = (on: boolean) => (some: string[]) =>
        mutators.customers.setTags({ ids: some, add: on ? [tag] : [], remove: on ? [] : [tag], now: Date.now() });
      const done = await each(ids, change(add));
      const title = t(add ? 'bulk.added' : 'bulk.removed', { count: ids.length, tag });
      if (done) toast({ title, ...(ids.length > 0 && { onUndo: () => void each(ids, change(!add)) }) });
      return done;
    },
  };
}
