import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { readTax } from '#core/domain/receipts.ts';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { currencyOptions } from './locale-options.ts';
import { SettingsSection } from './settings-section.tsx';
import { TaxForm } from './tax-form.tsx';

/** Edits the studio's currency, which is fixed once amounts exist. */
function CurrencyForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'errors', 'common']);
  const api = useApi();
  const toast = useToast();
  const language = useLanguage();
  const { put } = useAccounts();
  const [chosen, setChosen] = useState(account.currency);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    setFailure(null);
    try {
      put(await api.accounts.update({ params: { accountId: account.id }, body: { currency: chosen } }));
      toast({ title: t('common:saved') });
    } catch (error) {
      setFailure(errorCode(error));
    }
    setSaving(false);
  };
  return (
    <SettingsSection
      title={t('money.currency')}
      intro={t('money.currencyIntro')}
      saveLabel={t('common:save')}
      saving={saving}
      disabled={readOnly}
      clean={chosen === account.currency}
      notice={failure && <Banner tone="danger">{t(`errors:${failure as 'unknown'}`)}</Banner>}
      onSubmit={(event) => void save(event)}
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
