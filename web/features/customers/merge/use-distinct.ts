import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listPairs, type CustomerPair } from '#core/domain/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { queries } from '#core/zero/queries.ts';
import { useMutation } from '#web/lib/act.tsx';
import type { IsDismissed } from './find-duplicates.ts';

export interface DismissedPairs {
  /** The latest first. */
  pairs: readonly CustomerPair[];
  isDistinct: IsDismissed;
  /** Says of each of these with each other that they are not the same; true when it stands. */
  mark: (ids: readonly string[]) => Promise<boolean>;
  /** Has a pair proposed again. */
  unmark: (pairs: readonly CustomerPair[]) => Promise<boolean>;
}

/** What this studio has said of clients who are alike. */
export function useDismissedDuplicates(): DismissedPairs {
  const { t } = useTranslation('customers');
  const act = useMutation();
  const [rows] = useQuery(queries.customers.distinct({ limit: MAX_CUSTOMERS }));
  const pairs = useMemo(() => rows.map(({ customerId, otherId }): CustomerPair => [customerId, otherId]), [rows]);
  const isDistinct = useMemo<IsDismissed>(() => {
    const keys = new Set(pairs.map((pair) => pair.join('.')));
    return (one, other) => keys.has([one, other].toSorted().join('.'));
  }, [pairs]);
  const request = (name: 'markDistinct' | 'unmarkDistinct', of: readonly CustomerPair[]) =>
    mutators.customers[name]({ pairs: [...of], now: Date.now() });
  const mark = useCallback(
    (ids: readonly string[]) => {
      // What was said before is not taken back with it.
      const fresh = listPairs(ids).filter(([one, other]) => !isDistinct(one, other));
      if (fresh.length === 0) return Promise.resolve(true);
      return act(request('markDistinct', fresh), {
        done: t('duplicates.distinctDone'),
        undo: () => request('unmarkDistinct', fresh),
      });
    },
    [act, isDistinct, t],
  );
  const unmark = useCallback(
    (of: readonly CustomerPair[]) =>
      act(request('unmarkDistinct', of), {
        done: t('duplicates.againDone'),
        undo: () => request('markDistinct', of),
      }),
    [act, t],
  );
  return { pairs, isDistinct, mark, unmark };
}
