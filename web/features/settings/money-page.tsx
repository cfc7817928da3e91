import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/studio/accounts.ts';
import { readTax } from '#core/domain/payments/receipts.ts';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { currencyOptions } from './locale-options.ts';
import { SettingsSection } from './settings-section.tsx';
import { TaxForm } from './tax-form.tsx';

/** Edits the studio's currency, which is fixed once amounts exist. */
function CurrencyForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const api = useApi();
  const language = useLanguage();
  const { put } = useAccounts();
  const [chosen, setChosen] = useState(account.currency);
  const isFixed = useHasAmounts();
  const { call, busy, failure, setFailure } = useApiCall({ showsFailure: true });
  const save = (event: FormEvent) => {
    event.preventDefault();
    void call(async () => {
      put(await api.accounts.update({ params: { accountId: account.id }, body: { currency: chosen } }));
    }, t('common:saved'));
  };
  return (
    <SettingsSection
      title={t('money.currency')}
      intro={t(isFixed ? 'money.fixed' : 'money.currencyIntro')}
      saveLabel={t('common:save')}
      saving={busy}
      disabled={readOnly || isFixed}
      clean={chosen === account.currency}
      notice={<ErrorBanner code={failure} />}
      onSubmit={save}
    >
      <Field label={t('money.currency')}>
        <Select
          options={currencyOptions(language)}
          value={chosen}
          onChange={(event) => {
            setFailure(null);
            setChosen(event.target.value);
          }}
        />
      </Field>
    </SettingsSection>
  );
}

/** True once the studio has a price or a payment: amounts are stored without a currency. The server decides. */
function useHasAmounts(): boolean {
  const [types] = useQuery(queries.sessionTypes.list());
  const [payments] = useQuery(queries.payments.list({ statuses: [...PAYMENT_STATUSES], limit: 1 }));
  return payments.length > 0 || types.some(({ price }) => (price?.price ?? 0) > 0);
}

/** Settings of currency, and of tax on receipts. */
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
