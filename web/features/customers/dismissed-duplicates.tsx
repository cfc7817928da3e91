import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CustomerPair, listPairs } from '#core/domain/clients/customers.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { IsDismissed } from './find-duplicates.ts';
import type { CustomerListRow } from './types.ts';

interface DismissedDuplicatesProps {
  /** Clients by id, without those in the trash. */
  customers: ReadonlyMap<string, Pick<CustomerListRow, 'id' | 'name' | 'email' | 'phone'>>;
  pairs: readonly CustomerPair[];
  mayChange: boolean;
  onAgain: (pair: CustomerPair) => void;
}

/** Maximum number of pairs shown. */
const SHOWN = 100;

/** Pairs of similar clients that were marked as different people. */
export function DismissedDuplicates({ customers, pairs, mayChange, onAgain }: DismissedDuplicatesProps) {
  const { t } = useTranslation('customers');
  const id = useId();
  const known = pairs.flatMap((pair) => {
    const both = pair.flatMap((each) => customers.get(each) ?? []);
    return both.length === 2 ? [{ pair, both }] : [];
  });
  if (known.length === 0) return null;
  return (
    <section aria-labelledby={id} className="column flex flex-col gap-3 pt-12">
      <h2 id={id} className="text-lead font-semibold">
        {t('duplicates.distinctTitle')}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {known.slice(0, SHOWN).map(({ pair, both }) => (
          <li key={pair.join('.')} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 wrap-anywhere">
              {both.map(({ id: key, name, email, phone }) => (
                <p key={key}>
                  <span className="font-medium">{name}</span>
                  <span className="text-caption text-soft">
                    {[email, phone].filter(Boolean).map((each) => ` · ${each}`)}
                  </span>
                </p>
              ))}
            </div>
            {mayChange && (
              <Button
                size="small"
                aria-label={t('duplicates.againNamed', { one: textOf(both[0]), other: textOf(both[1]) })}
                writes
                onClick={() => onAgain(pair)}
              >
                {t('duplicates.again')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Núria Soler · nuria@example.org": the name alone may be equal for both. */
function textOf(customer: Pick<CustomerListRow, 'name' | 'email' | 'phone'> | undefined): string {
  return [customer?.name, customer?.email || customer?.phone].filter(Boolean).join(' · ');
}

interface DismissedPairs {
  /** Latest first. */
  pairs: readonly CustomerPair[];
  isDistinct: IsDismissed;
  /** Marks all of these as different from each other. True if the mutation succeeded. */
  mark: (ids: readonly string[]) => Promise<boolean>;
  /** Removes the mark, so that the pairs are proposed as duplicates again. */
  unmark: (pairs: readonly CustomerPair[]) => Promise<boolean>;
}

/** Pairs that this studio has marked as different people. */
export function useDismissedDuplicates(): DismissedPairs {
  const { t } = useTranslation('customers');
  const mutate = useMutation();
  const [rows] = useQuery(queries.customers.distinct({ limit: MAX_CUSTOMERS }));
  const pairs = useMemo(
    () => rows.map(({ customerId, otherCustomerId }): CustomerPair => [customerId, otherCustomerId]),
    [rows],
  );
  const isDistinct = useMemo<IsDismissed>(() => {
    const keys = new Set(pairs.map((pair) => pair.join('.')));
    return (one, other) => keys.has([one, other].toSorted().join('.'));
  }, [pairs]);
  const request = (name: 'markDistinct' | 'unmarkDistinct', of: readonly CustomerPair[]) =>
    mutators.customers[name]({ pairs: [...of], now: Date.now() });
  const mark = useCallback(
    (ids: readonly string[]) => {
      // Undo must not remove pairs that were marked before.
      const fresh = listPairs(ids).filter(([one, other]) => !isDistinct(one, other));
      if (fresh.length === 0) return Promise.resolve(true);
      return mutate(request('markDistinct', fresh), {
        done: t('duplicates.distinctDone'),
        undo: () => request('unmarkDistinct', fresh),
      });
    },
    [mutate, isDistinct, t],
  );
  const unmark = useCallback(
    (of: readonly CustomerPair[]) =>
      mutate(request('unmarkDistinct', of), {
        done: t('duplicates.againDone'),
        undo: () => request('markDistinct', of),
      }),
    [mutate, t],
  );
  return { pairs, isDistinct, mark, unmark };
}
