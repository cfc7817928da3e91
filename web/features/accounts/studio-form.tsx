import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { accountName, type Account } from '#core/domain/accounts.ts';
import { DATE_FORMATS, dateFormat, type DateFormat } from '#core/domain/date-formats.ts';
import { language } from '#core/domain/language-schema.ts';
import { LANGUAGES } from '#core/domain/languages.ts';
import { timeZone } from '#core/domain/time.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useAccounts } from '#web/lib/accounts.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useStoredForm } from '#web/lib/use-stored-form.ts';
import { timeZoneOptions } from './currencies.ts';
import { SettingsSection } from './section.tsx';

/** A time of no year that is still to come, epoch milliseconds. */
const NEVER = 0;

const form = z.object({ name: accountName, language, timeZone, dateFormat });

export function StudioForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'accounts', 'errors', 'common']);
  const api = useApi();
  const toast = useToast();
  const { put } = useAccounts();
  const [failure, setFailure] = useState<string | null>(null);
  const { name, language: written, timeZone: zone } = account;
  const saved = { name, language: written, timeZone: zone, dateFormat: account.dateFormat };
  const studio = useStoredForm(`studio:${account.id}`, saved, { resolver: zodResolver(form) });
  const { register, handleSubmit, formState } = studio.form;
  const { values, isClean, changes, conflict, stand } = studio;

  const now = useNow();
  // With its year, whichever that is.
  const today = (as: DateFormat) => formatDate(now, currentLanguage(), values.timeZone, NEVER, as);
  const submit = handleSubmit(async (next) => {
    setFailure(null);
    try {
      // Only what was changed here: the list that it is shown from may be older than what others changed.
      const body = { ...changes, ...('name' in changes && { name: next.name }) };
      put(await api.accounts.update({ params: { accountId: account.id }, body }));
      stand(next);
      toast({ title: t('common:saved') });
    } catch (error) {
      setFailure(errorCode(error));
    }
  });
  return (
    <SettingsSection
      title={t('studio.title')}
      saveLabel={t('common:save')}
      saving={formState.isSubmitting}
      disabled={readOnly}
      clean={isClean}
      notice={failure && <Banner tone="danger">{t(`errors:${failure as 'unknown'}`)}</Banner>}
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label={t('accounts:name')}
        required
        error={formState.errors.name && t('accounts:nameNeeded')}
        conflict={conflict('name')}
      >
        <TextInput autoComplete="organization" {...register('name')} />
      </Field>
      <Field label={t('accounts:timeZone')} hint={t('accounts:timeZoneHint')}>
        <Select options={timeZoneOptions(account.timeZone)} {...register('timeZone')} />
      </Field>
      <Field label={t('accounts:dateFormat')} hint={t('accounts:dateFormatHint')}>
        <Select
          options={DATE_FORMATS.map((value) => ({
            value,
            label: value === 'auto' ? t('accounts:dateFormatAuto', { date: today(value) }) : today(value),
          }))}
          {...register('dateFormat')}
        />
      </Field>
      <Field label={t('accounts:language')} hint={t('accounts:languageHint')}>
        <Select
          options={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          {...register('language')}
        />
      </Field>
    </SettingsSection>
  );
}
