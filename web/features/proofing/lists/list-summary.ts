import { listClosed, pickedIds } from '#core/domain/galleries/pick-rules.ts';
import type { ListRow, PersonRow, PickRow } from '../types.ts';

/** Status of a list as the studio sees it: `due` is open, but its last day has passed. */
export type ListState = 'open' | 'submitted' | 'locked' | 'due';

export interface ListSummary {
  list: ListRow;
  picks: readonly PickRow[];
  /** Ids of the people who may choose, or have chosen. */
  personIds: readonly string[];
  /** Photos with a pick, of those that still exist. */
  count: number;
  state: ListState;
}

/** Selections first, then favourites with photos; each earliest first. Empty favourites say nothing. */
export function summariseLists(
  {
    lists,
    picks,
    people,
    photoIds,
  }: {
    lists: readonly ListRow[];
    picks: readonly PickRow[];
    people: readonly PersonRow[];
    /** Photos outside the trash. */
    photoIds: ReadonlySet<string>;
  },
  now: number,
): ListSummary[] {
  const byList = Map.groupBy(
    picks.filter(({ photoId }) => photoIds.has(photoId)),
    ({ listId }) => listId,
  );
  const invited = people.filter(
    ({ role, grant }) => role === 'client' && grant?.status !== 'revoked' && grant?.canSelect,
  );
  return lists
    .map((list): ListSummary => {
      const own = byList.get(list.id) ?? [];
      const members = list.ownerPersonId
        ? [list.ownerPersonId]
        : list.forEveryone
          ? invited.map(({ id }) => id)
          : list.people.map(({ personId }) => personId);
      return {
        list,
        picks: own,
        personIds: [...new Set([...members, ...own.map(({ personId }) => personId)])],
        count: pickedIds(own).size,
        state: listClosed(list, now) ?? 'open',
      };
    })
    .filter(({ list, picks: own }) => list.kind === 'selection' || own.length > 0)
    .toSorted((a, b) => Number(a.list.kind === 'favourites') - Number(b.list.kind === 'favourites'));
}

/** Returns the number that progress refers to: the limit, else the minimum; null without either. */
export const targetOf = ({ maxCount, minCount }: Pick<ListRow, 'maxCount' | 'minCount'>): number | null =>
  maxCount ?? minCount;
