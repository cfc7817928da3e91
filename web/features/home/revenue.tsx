import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { localDate } from '#core/domain/time.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatLocale, formatMoney } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { HomeSection } from './block.tsx';
import { monthTotals } from './month-totals.ts';

/** What came in this month: everybody's, or one's own where one sees no more. */
export function Revenue({ payments }: { payments: string }) {
  const { t } = useTranslation('home');
  const { role, timeZone, currency } = useAccount();
  const now = useNow();
  const language = currentLanguage();
  const month = localDate(now, timeZone).slice(0, 7);
  const [rows, { type }] = useQuery(queries.payments.months({ from: month }), { enabled: can(role, 'money.read') });
  if (!can(role, 'money.read')) return null;
  const totals = monthTotals(rows, month, currency);
  const name = new Intl.DateTimeFormat(formatLocale(language), { month: 'long', timeZone }).format(now);
  return (
    <HomeSection title={t('revenue.title', { month: name })} all={{ to: payments, label: t('revenue.all') }}>
      {rows.length === 0 && type !== 'complete' ? (
        <LoadingPlaceholder isPart className="h-20" />
      ) : (
        <div data-figures className="flex flex-col border-y border-line py-3">
          {totals.map((total) => (
            <p key={total.currency} className="text-title">
              {formatMoney(total.received - total.refunded, total.currency, language)}
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
