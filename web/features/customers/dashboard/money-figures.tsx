import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { localDate } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatMoney } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Figure } from './figure.tsx';
import { monthBefore, outstanding, monthRevenue } from './figures.ts';

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
