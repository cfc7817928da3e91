import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountDue, type Billing, displayBillingStatus } from '#core/domain/billing.ts';
import { localDate } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { formatMoney } from '#web/lib/format/format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';

interface FigureProps {
  label: string;
  value: string;
  /** What it is to be held against. */
  detail?: ReactNode;
}

/** A number that a studio looks at every day. */
export function Figure({ label, value, detail }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col border-t border-line pt-3">
      <dt className="text-caption text-soft">{label}</dt>
      <dd data-figures className="text-title">
        {value}
      </dd>
      {detail && <dd className="text-caption text-soft">{detail}</dd>}
    </div>
  );
}

interface Month {
  month: string;
  currency: string;
  received: number;
  refunded: number;
}

/** The month before another, `2026-01` → `2025-12`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** What came in and stayed in a month, over all photographers; minor units of one currency. */
export function monthRevenue(months: readonly Month[], month: string, currency: string): number {
  return months
    .filter((row) => row.month === month && row.currency === currency)
    .reduce((total, { received, refunded }) => total + received - refunded, 0);
}

export interface Outstanding {
  /** Minor units. */
  outstanding: number;
  overdue: number;
  /** Sessions whose day has passed, or their deposit's. */
  overdueCount: number;
}

/** What is still to come in, and what of it should be here already. */
export function outstanding(due: readonly Billing[], now: number): Outstanding {
  const late = due.filter((row) => displayBillingStatus(row, now) === 'overdue');
  const sum = (rows: readonly Billing[]) => rows.reduce((total, row) => total + amountDue(row), 0);
  return { outstanding: sum(due), overdue: sum(late), overdueCount: late.length };
}

/** As many unpaid sessions as any studio has. */
const LIMIT = 5000;

/** Nothing is said before it is known: no money is not the same as no answer. */
const ON_ITS_WAY = { value: '…', detail: '…' };

/** Revenue and what is owed: of the whole studio, or of one's own sessions. Not mounted for who sees no money. */
export function MoneyFigures() {
  const { t } = useTranslation('customers');
  const { timeZone, currency } = useAccount();
  const now = useNow();
  const month = localDate(now, timeZone).slice(0, 7);
  const before = monthBefore(month);
  const [months, { type }] = useQuery(queries.payments.months({ from: before }));
  const [due, { type: dueType }] = useQuery(queries.payments.due({ limit: LIMIT }));
  const owed = outstanding(due, now);
  const money = (amount: number) => formatMoney(amount, currency, currentLanguage());
  return (
    <>
      <Figure
        label={t('dashboard.revenue')}
        {...(months.length > 0 || type === 'complete'
          ? {
              value: money(monthRevenue(months, month, currency)),
              detail: t('dashboard.lastMonth', { amount: money(monthRevenue(months, before, currency)) }),
            }
          : ON_ITS_WAY)}
      />
      <Figure
        label={t('dashboard.outstanding')}
        {...(due.length > 0 || dueType === 'complete'
          ? {
              value: money(owed.outstanding),
              detail:
                owed.overdueCount > 0
                  ? t('dashboard.overdue', { amount: money(owed.overdue), count: owed.overdueCount })
                  : t('dashboard.nothingOverdue'),
            }
          : ON_ITS_WAY)}
      />
    </>
  );
}
