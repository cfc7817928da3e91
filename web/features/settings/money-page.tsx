import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Account } from '#core/domain/studio/accounts.ts';
import { readMethods } from '#core/domain/payments/methods.ts';
import { readTax } from '#core/domain/payments/receipts.ts';
import { PAYMENT_STATUSES } from '#core/domain/payments/payments.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SettingsForms, SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { currencyOptions } from './locale-options.ts';
import { MethodsForm } from './methods-form.tsx';
import { TaxForm } from './tax-form.tsx';

const schema = z.object({ currency: z.string() });

/** Edits the studio's currency, which is fixed once amounts exist. */
function CurrencyForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const api = useApi();
  const language = useLanguage();
  const { put } = useAccounts();
  const draft = useDraft(`currency:${account.id}`, { currency: account.currency });
  const isFixed = useHasAmounts();
  const { call, failure } = useApiCall({ showsFailure: true });
  const form = useForm(draft, schema, (body) =>
    call(async () => {
      put(await api.accounts.update({ params: { accountId: account.id }, body }));
      draft.confirm();
    }, t('common:saved')),
  );
  return (
    <SettingsSection
      title={t('money.currency')}
      intro={t(isFixed ? 'money.fixed' : 'money.currencyIntro')}
      disabled={readOnly || isFixed}
      notice={<ErrorBanner code={failure} />}
      draft={draft}
      form={form}
    >
      <Field label={t('money.currency')}>
        <Select options={currencyOptions(language)} {...form.input('currency')} />
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

/** Settings of currency, of the ways to pay, and of tax on receipts. */
export function MoneyPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('settings');
  const account = useAccount();
  const readOnly = !can(account.role, 'account.update');
  const [settings, { type }] = useQuery(queries.accounts.settings());
  const tax = settings.find(({ key }) => key === 'tax');
  const methods = settings.find(({ key }) => key === 'methods');
  return (
    <>
      <PageHeader title={t('tabs.money')} tabs={tabs} />
      <SettingsForms className="column flex flex-col gap-12">
        <CurrencyForm key={account.currency} account={account} readOnly={readOnly} />
        {settings.length === 0 && type === 'unknown' ? (
          <LoadingPlaceholder className="h-96" />
        ) : (
          <>
            <MethodsForm account={account} saved={readMethods(methods?.value)} readOnly={readOnly} />
            <TaxForm account={account} saved={readTax(tax?.value)} readOnly={readOnly} />
          </>
        )}
      </SettingsForms>
    </>
  );
}
