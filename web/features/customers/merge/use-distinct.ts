import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pairsOf, type DistinctPair } from '#core/domain/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { queries } from '#core/zero/queries.ts';
import { useAct } from '#web/lib/act.tsx';
import type { IsDistinct } from './find-duplicates.ts';

export interface Distinct {
  /** The latest first. */
  pairs: readonly DistinctPair[];
  isDistinct: IsDistinct;
  /** Says of each of these with each other that they are not the same; true when it stands. */
  mark: (ids: readonly string[]) => Promise<boolean>;
  /** Has a pair proposed again. */
  unmark: (pairs: readonly DistinctPair[]) => Promise<boolean>;
}

/** What this studio has said of clients who are alike. */
export function useDistinct(): Distinct {
  const { t } = useTranslation('customers');
  const act = useAct();
  const [rows] = useQuery(queries.customers.distinct({ limit: MAX_CUSTOMERS }));
  const pairs = useMemo(() => rows.map(({ customerId, otherId }): DistinctPair => [customerId, otherId]), [rows]);
  const isDistinct = useMemo<IsDistinct>(() => {
    const keys = new Set(pairs.map((pair) => pair.join('.')));
    return (one, other) => keys.has([one, other].toSorted().join('.'));
  }, [pairs]);
  const request = (name: 'markDistinct' | 'unmarkDistinct', of: readonly DistinctPair[]) =>
    mutators.customers[name]({ pairs: [...of], now: Date.now() });
  const mark = useCallback(
    (ids: readonly string[]) => {
      // What was said before is not taken back with it.
      const fresh = pairsOf(ids).filter(([one, other]) => !isDistinct(one, other));
      if (fresh.length === 0) return Promise.resolve(true);
      return act(request('markDistinct', fresh), {
        done: t('duplicates.distinctDone'),
        undo: () => request('unmarkDistinct', fresh),
      });
    },
    [act, isDistinct, t],
  );
  const unmark = useCallback(
    (of: readonly DistinctPair[]) =>
      act(request('unmarkDistinct', of), {
        done: t('duplicates.againDone'),
        undo: () => request('markDistinct', of),
      }),
    [act, t],
  );
  return { pairs, isDistinct, mark, unmark };
}
