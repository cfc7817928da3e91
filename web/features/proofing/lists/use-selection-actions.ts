import { useTranslation } from 'react-i18next';
import type { SelectionChanges, SelectionRules } from '#core/domain/galleries/proofing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Creates and changes selections of a gallery. */
export function useSelectionActions(galleryId: string) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const create = (id: string, rules: SelectionRules, notify: boolean, options: MutationOptions) =>
    mutate(mutators.proofing.createSelection({ id, galleryId, rules, notify, now: Date.now() }), {
      done: t('edit.created', { name: rules.name }),
      undo: () => mutators.proofing.removeList({ id, now: Date.now() }),
      ...options,
    });
  const update = (id: string, before: SelectionRules, after: SelectionRules, options: MutationOptions) => {
    const request = (changes: SelectionChanges) => mutators.proofing.updateSelection({ id, changes, now: Date.now() });
    const changed = (Object.keys(after) as (keyof SelectionRules)[]).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    );
    if (changed.length === 0) return Promise.resolve(true);
    const only = (rules: SelectionRules): SelectionChanges =>
      Object.fromEntries(changed.map((key) => [key, rules[key]]));
    return mutate(request(only(after)), { done: t('common:saved'), undo: () => request(only(before)), ...options });
  };
  return { create, update };
}
