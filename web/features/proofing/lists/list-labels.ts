import { useTranslation } from 'react-i18next';
import type { Tone } from '#web/components/ui/feedback/tag.tsx';
import type { FindPerson } from '../people/person-names.ts';
import type { ListRow } from '../types.ts';
import type { ListState } from './list-summary.ts';

export const STATE_TONES = {
  open: 'neutral',
  submitted: 'accent',
  locked: 'success',
  due: 'warning',
} as const satisfies Record<ListState, Tone>;

/** Returns a function that names a list: its own name, or whose favourites it is. */
export function useListName(nameOf: FindPerson): (list: Pick<ListRow, 'name' | 'ownerPersonId'>) => string {
  const { t } = useTranslation('proofing');
  return ({ name: list, ownerPersonId }) => {
    if (ownerPersonId === null) return list;
    const { name } = nameOf(ownerPersonId);
    return list ? t('lists.ownedBy', { name, list }) : t('lists.favouritesOf', { name });
  };
}
