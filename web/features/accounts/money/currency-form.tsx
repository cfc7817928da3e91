import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#core/domain/accounts.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useAccounts } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { currencyOptions } from '../currencies.ts';
import { SettingsSection } from '../section.tsx';

/** The studio's currency, which stays once there are amounts in it. */
export function CurrencyForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'errors', 'common']);
  const api = useApi();
  const toast = useToast();
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
          options={currencyOptions(currentLanguage())}
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
