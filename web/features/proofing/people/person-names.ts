import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../types.ts';

export interface ShownPerson {
  name: string;
  /** Index of the colour. */
  color: number;
}

export type FindPerson = (id: string | null) => ShownPerson;

/**
 * Returns a function from ids to names. Members who see no people, such as assistants, get numbers in the order of
 * appearance.
 * @param people those that the member may see
 * @param ids all ids that are shown
 */
export function usePersonNames(people: readonly PersonRow[], ids: readonly string[]): FindPerson {
  const { t } = useTranslation('proofing');
  const known = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  const numbers = useMemo(() => new Map([...new Set(ids)].toSorted().map((id, index) => [id, index])), [ids]);
  return useCallback(
    (id) => {
      const person = id === null ? undefined : known.get(id);
      if (person) return { name: person.name || person.email || t('people.unnamed'), color: person.color };
      const number = numbers.get(id ?? '') ?? 0;
      return { name: t('people.anonymous', { number: number + 1 }), color: number % 8 };
    },
    [known, numbers, t],
  );
}
