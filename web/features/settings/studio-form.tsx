import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Account, accountName } from '#core/domain/studio/accounts.ts';
import { DATE_FORMATS, dateFormat, type DateFormat } from '#core/domain/values/date-formats.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { language } from '#core/domain/values/primitives.ts';
import { timeZone } from '#core/domain/values/time.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput, type TextInputProps } from '#web/components/ui/inputs/text-input.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useAsyncValue } from '#web/lib/use-async-value.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { timeZoneOptions } from './locale-options.ts';

/** Reference time of another year, epoch milliseconds, so that dates include their year. */
const NEVER = 0;

const schema = z.object({ name: accountName, language, timeZone, dateFormat });

export function StudioForm({ account, readOnly }: { account: Account; readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'accounts', 'common']);
  const api = useApi();
  const { put } = useAccounts();
  const { call, failure } = useApiCall({ showsFailure: true });
  const { name, language: written, timeZone: zone } = account;
  const saved = { name, language: written, timeZone: zone, dateFormat: account.dateFormat };
  const draft = useDraft(`studio:${account.id}`, saved);
  const { values, changes } = draft;

  const format = useFormat({ zone: values.timeZone });
  const now = useNow();
  // Include the year in any case.
  const today = (as: DateFormat) => format.date(now, NEVER, as);
  const form = useForm(draft, schema, (next) =>
    call(async () => {
      // Send only the changed fields: others may have changed the rest since the list was loaded.
      const body = { ...changes, ...('name' in changes && { name: next.name }) };
      put(await api.accounts.update({ params: { accountId: account.id }, body }));
      draft.confirm();
    }, t('common:saved')),
  );
  return (
    <SettingsSection
      title={t('studio.title')}
      disabled={readOnly}
      notice={<ErrorBanner code={failure} />}
      draft={draft}
      form={form}
    >
      <Field
        label={t('accounts:name')}
        required
        error={form.error('name') && t('accounts:nameNeeded')}
        conflict={draft.conflict('name')}
      >
        <TextInput autoComplete="organization" {...form.input('name')} />
      </Field>
      <Field label={t('accounts:timeZone')} hint={t('accounts:timeZoneHint')}>
        <Select options={timeZoneOptions(account.timeZone)} {...form.input('timeZone')} />
      </Field>
      <Field label={t('accounts:dateFormat')} hint={t('accounts:dateFormatHint')}>
        <Select
          options={DATE_FORMATS.map((value) => ({
            value,
            label: value === 'auto' ? t('accounts:dateFormatAuto', { date: today(value) }) : today(value),
          }))}
          {...form.input('dateFormat')}
        />
      </Field>
      <Field label={t('accounts:language')} hint={t('accounts:languageHint')}>
        <Select
          options={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          {...form.input('language')}
        />
      </Field>
    </SettingsSection>
  );
}

type SlugState =
  | { state: 'idle' | 'checking' | 'free' | 'unknown' }
  | { state: 'refused'; reason: 'slug_invalid' | 'slug_reserved' | 'slug_taken' };

/** Delay after the last keystroke before a request, milliseconds. */
const PAUSE_MS = 300;

/** Returns whether a slug is available, checked while typing. `own` is available without a request. */
export function useSlugCheck(slug: string, own?: string): SlugState {
  const api = useApi();
  const check = useCallback(
    async (signal: AbortSignal): Promise<SlugState> => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
      const { reason } = await api.accounts.slugAvailable({ query: { slug } });
      return reason ? { state: 'refused', reason } : { state: 'free' };
    },
    [api, slug],
  );
  const shouldCheck = slug !== '' && slug !== own;
  const { value, error, isLoading } = useAsyncValue(shouldCheck ? check : null);
  if (!shouldCheck) return { state: 'idle' };
  if (isLoading) return { state: 'checking' };
  // Offline: the server decides on submit.
  return error === null && value ? value : { state: 'unknown' };
}

interface SlugFieldProps extends TextInputProps {
  slug: string;
  check: SlugState;
  /** Error of the form or the server. */
  error: string | undefined;
}

/** Edits the studio's slug and shows the full URL. */
export function SlugField({ slug, check, error, ...input }: SlugFieldProps) {
  const { t } = useTranslation(['accounts', 'errors']);
  const address = `${location.host}/p/${slug || '…'}`;
  const refused = check.state === 'refused' ? t(`errors:${check.reason}`) : undefined;
  const hint = check.state === 'free' ? t('slugFree', { address }) : address;
  return (
    <Field label={t('slug')} required hint={<span aria-live="polite">{hint}</span>} error={error ?? refused}>
      <TextInput autoCapitalize="none" autoCorrect="off" spellCheck={false} {...input} />
    </Field>
  );
}
