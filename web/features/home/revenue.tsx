import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';
import { HomeSection } from './home-section.tsx';

/** Totals of a month, photographer and currency, in minor units. */
interface MonthRow {
  month: string;
  currency: string;
  received: number;
  refunded: number;
  paymentCount: number;
}

interface MonthTotal {
  currency: string;
  received: number;
  refunded: number;
  count: number;
}

/** Sums a month by currency. The account's own currency is first and always present. */
export function monthTotals(rows: readonly MonthRow[], month: string, own: string): MonthTotal[] {
  const totals = new Map<string, MonthTotal>([[own, { currency: own, received: 0, refunded: 0, count: 0 }]]);
  for (const row of rows) {
    if (row.month !== month) continue;
    const { currency, received, refunded, count } = totals.get(row.currency) ?? {
      currency: row.currency,
      received: 0,
      refunded: 0,
      count: 0,
    };
    totals.set(currency, {
      currency,
      received: received + row.received,
      refunded: refunded + row.refunded,
      count: count + row.paymentCount,
    });
  }
  return [...totals.values()];
}

/** Returns the totals of this month; null for roles that may not see money. */
export function useRevenue() {
  const { role, timeZone } = useAccount();
  const month = localDate(useNow(), timeZone).slice(0, 7);
  const isSeen = can(role, 'money.read');
  const [rows, { type }] = useQuery(queries.payments.months({ from: month }), { enabled: isSeen });
  return isSeen ? { month, rows, isComplete: type === 'complete' } : null;
}

/** Revenue of this month: of the studio, or of the photographer's own sessions, by role. */
export function Revenue({ month, rows, isComplete }: NonNullable<ReturnType<typeof useRevenue>>) {
  const { t } = useTranslation('home');
  const { role, currency } = useAccount();
  const format = useFormat();
  const totals = monthTotals(rows, month, currency);
  const name = format.calendarDate(month, { month: 'long' });
  return (
    <HomeSection title={t('revenue.title', { month: name })} all={{ to: paths.payments, label: t('revenue.all') }}>
      {rows.length === 0 && !isComplete ? (
        <LoadingPlaceholder isPart className="h-20" />
      ) : (
        <div data-figures className="flex flex-col border-y border-line py-3">
          {totals.map((total) => (
            <p key={total.currency} className="text-title">
              {format.money(total.received - total.refunded, total.currency)}
            </p>
          ))}
          <p className="text-caption text-soft">
            {t(can(role, 'money.all') ? 'revenue.count' : 'revenue.countOwn', {
              count: totals.reduce((sum, { count }) => sum + count, 0),
            })}
          </p>
        </div>
      )}
    </HomeSection>
  );
}
