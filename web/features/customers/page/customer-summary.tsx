import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { useAccount } from '#web/lib/accounts.tsx';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import type { CustomerRow } from '../customer-rows.ts';

/** How the studio stands with a client, in a line. */
export function CustomerSummary({ customer }: { customer: CustomerRow }) {
  const { t } = useTranslation('customers');
  const { role, timeZone, currency } = useAccount();
  const language = currentLanguage();
  const { stats, balances } = customer;
  const last = stats?.lastSessionAt ?? null;
  const sum = (of: 'billed' | 'paid') => balances.reduce((total, row) => total + row[of], 0);
  const facts = [
    { label: t('summary.sessions'), value: String(stats?.sessionCount ?? 0) },
    { label: t('summary.last'), value: last === null ? t('list.noSession') : formatDate(last, language, timeZone) },
    ...(can(role, 'money.read')
      ? [
          { label: t('summary.paid'), value: formatMoney(sum('paid'), currency, language) },
          { label: t('list.balance'), value: formatMoney(sum('billed') - sum('paid'), currency, language) },
        ]
      : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:flex md:flex-wrap md:gap-x-12">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-caption text-soft">{label}</dt>
          <dd data-figures className="text-lead font-semibold">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
