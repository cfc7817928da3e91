import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveRoom } from '#web/lib/live/use-live-room.ts';
import type { Choosing } from './choosing-store.ts';
import { type NamedPerson, namedPeople } from './person-names.ts';
import { useChoosing } from './use-choosing.ts';

/**
 * Shows what others choose in the same selection as they do, and what the studio does with it.
 * @returns the others who have it open
 */
export function useLiveList(choosing: Choosing): NamedPerson[] {
  const { t } = useTranslation('choosing');
  const { list } = useChoosing(choosing);
  const [here, setHere] = useState<readonly string[]>([]);
  useLiveRoom(list?.kind === 'selection' ? `l:${list.id}` : null, {
    // The view was read before the room is joined.
    rev: 0,
    ask: async () => {
      if (!(await choosing.proofing.refresh())) throw new Error('not read');
    },
    onPeople: (people) => setHere(people.map(({ id }) => id)),
  });
  return namedPeople(t, list).filter(({ id, isYou }) => !isYou && here.includes(id));
}
