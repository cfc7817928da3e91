import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerPair } from '#core/domain/customers.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { CustomerListRow } from '../customer-rows.ts';

interface DismissedDuplicatesProps {
  /** By their ids; who is in the trash is not among them. */
  customers: ReadonlyMap<string, Pick<CustomerListRow, 'id' | 'name' | 'email' | 'phone'>>;
  pairs: readonly CustomerPair[];
  mayChange: boolean;
  onAgain: (pair: CustomerPair) => void;
}

/** As many as are looked through at a sitting. */
const SHOWN = 100;

/** Pairs that somebody has looked at and found to be two people. */
export function DismissedDuplicates({ customers, pairs, mayChange, onAgain }: DismissedDuplicatesProps) {
  const { t } = useTranslation('customers');
  const id = useId();
  const { writable } = useStore();
  const known = pairs.flatMap((pair) => {
    const both = pair.flatMap((each) => customers.get(each) ?? []);
    return both.length === 2 ? [{ pair, both }] : [];
  });
  if (known.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col gap-3 pt-12">
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
                disabled={!writable}
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

/** "Núria Soler · nuria@example.org": they are alike, after all. */
function textOf(customer: Pick<CustomerListRow, 'name' | 'email' | 'phone'> | undefined): string {
  return [customer?.name, customer?.email || customer?.phone].filter(Boolean).join(' · ');
}
