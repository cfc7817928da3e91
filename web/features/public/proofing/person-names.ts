import type { TFunction } from 'i18next';
import type { ProofingList } from '#core/api/proofing.ts';

export interface NamedPerson {
  id: string;
  name: string;
  color: number;
  isYou: boolean;
}

/** Returns the people of a list, each with a name; "Person 2" if they have told none. */
export function namedPeople(t: TFunction<'choosing'>, list: ProofingList | null): NamedPerson[] {
  return (list?.people ?? []).map((person, index) => ({
    ...person,
    name: person.name || t('person', { number: index + 1 }),
  }));
}

/** Returns the name of a list. */
export function nameOfList(t: TFunction<'choosing'>, list: ProofingList | null): string {
  return list?.name || t('favourites');
}
