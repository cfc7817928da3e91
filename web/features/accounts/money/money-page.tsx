import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { readTax } from '#core/domain/tax.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { CurrencyForm } from './currency-form.tsx';
import { TaxForm } from './tax-form.tsx';

/** What prices are in, and what receipts say of tax. */
export function MoneyPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('settings');
  const account = useAccount();
  const readOnly = !can(account.role, 'account.update');
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const tax = settings.find(({ key }) => key === 'tax');
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <div className="flex max-w-2xl flex-col gap-12">
        <CurrencyForm key={account.currency} account={account} readOnly={readOnly} />
        {settings.length === 0 && type === 'unknown' ? (
          <LoadingPlaceholder className="h-96" />
        ) : (
          <TaxForm account={account} saved={readTax(tax?.value)} readOnly={readOnly} />
        )}
      </div>
    </>
  );
}
