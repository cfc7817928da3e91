import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountDue, type Billing, displayBillingStatus } from '#core/domain/payments/billing.ts';
import { can } from '#core/domain/studio/roles.ts';
import { localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';

interface FigureProps {
  label: string;
  value: string;
  /** Value to compare with, e.g. the month before. */
  detail?: ReactNode;
}

/** A figure of the dashboard. */
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

/** Returns the month before another, `2026-01` → `2025-12`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** Received minus refunded in a month, of all photographers, in minor units of one currency. */
export function monthRevenue(months: readonly Month[], month: string, currency: string): number {
  return months
    .filter((row) => row.month === month && row.currency === currency)
    .reduce((total, { received, refunded }) => total + received - refunded, 0);
}

interface Outstanding {
  outstanding: number;
  overdue: number;
  /** Sessions whose due date, or whose deposit's due date, has passed. */
  overdueCount: number;
}

/** Returns the total still owed and the number of overdue sessions. */
export function outstanding(due: readonly Billing[], now: number): Outstanding {
  const late = due.filter((row) => displayBillingStatus(row, now) === 'overdue');
  const sum = (rows: readonly Billing[]) => rows.reduce((total, row) => total + amountDue(row), 0);
  return { outstanding: sum(due), overdue: sum(late), overdueCount: late.length };
}

/** Upper limit of unpaid sessions to load. */
const LIMIT = 5000;

/** Shown until the result is complete: an unknown amount must not look like zero. */
export const ON_ITS_WAY = { value: '…', detail: '…' };

/** Returns the payments of this month and the last, and what is owed; null for roles that may not see money. */
export function useMoney() {
  const { role, timeZone } = useAccount();
  const enabled = can(role, 'money.read');
  const month = localDate(useNow(), timeZone).slice(0, 7);
  const before = monthBefore(month);
  const [months, { type }] = useQuery(queries.payments.months({ from: before }), { enabled });
  const [due, { type: dueType }] = useQuery(queries.payments.due({ limit: LIMIT }), { enabled });
  if (!enabled) return null;
  return { month, before, months, type, due, dueType, isComplete: type === 'complete' && dueType === 'complete' };
}

/** Revenue and outstanding amount of the studio, or of the photographer's own sessions. */
export function MoneyFigures({ month, before, months, type, due, dueType }: NonNullable<ReturnType<typeof useMoney>>) {
  const { t } = useTranslation('customers');
  const { currency } = useAccount();
  const format = useFormat();
  const now = useNow();
  const owed = outstanding(due, now);
  return (
    <>
      <Figure
        label={t('dashboard.revenue')}
        {...(months.length > 0 || type === 'complete'
          ? {
              value: format.money(monthRevenue(months, month, currency)),
              detail: t('dashboard.lastMonth', { amount: format.money(monthRevenue(months, before, currency)) }),
            }
          : ON_ITS_WAY)}
      />
      <Figure
        label={t('dashboard.outstanding')}
        {...(due.length > 0 || dueType === 'complete'
          ? {
              value: format.money(owed.outstanding),
              detail:
                owed.overdueCount > 0
                  ? t('dashboard.overdue', { amount: format.money(owed.overdue), count: owed.overdueCount })
                  : t('dashboard.nothingOverdue'),
            }
          : ON_ITS_WAY)}
      />
    </>
  );
}
