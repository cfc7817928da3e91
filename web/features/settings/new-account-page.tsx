import { type ReactNode, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { accounts } from '#core/api/accounts.ts';
import type { ResponseOf } from '#core/api/endpoint.ts';
import { slugFrom } from '#core/domain/galleries/gallery-link.ts';
import { type NewAccount, newAccount } from '#core/domain/studio/accounts.ts';
import { presentTerms } from '#core/domain/studio/terms.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { readConfig } from '#web/lib/env.ts';
import { deviceTimeZone } from '#web/lib/format/device.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { currencyOptions, timeZoneOptions } from './locale-options.ts';
import { SlugField, useSlugCheck } from './studio-form.tsx';

interface NewAccountPageProps {
  brand: ReactNode;
  /** Content above the form: invitations that the user could accept instead. Null while they are loading. */
  before: ReactNode;
  /** Further links below the form. */
  footer?: ReactNode;
  onDone: () => void;
}

/** Opens the first studio of a new user. */
export function NewAccountPage({ brand, before, footer, onDone }: NewAccountPageProps) {
  const { t } = useTranslation(['accounts', 'errors', 'common']);
  const api = useApi();
  const { hasTerms = false } = readConfig();
  const language = useLanguage();
  const { put } = useAccounts();
  const [failure, setFailure] = useState<string | null>(null);
  const [start] = useState<NewAccount>(() => ({
    name: '',
    slug: '',
    currency: 'EUR',
    timeZone: deviceTimeZone(),
    language,
  }));
  const draft = useDraft('account-new', start);
  const { values, change } = draft;
  const check = useSlugCheck(values.slug);
  const closed = useClosedStudios();

  const form = useForm(draft, newAccount, async (account, refuse) => {
    setFailure(null);
    try {
      const terms = { version: presentTerms().version, language };
      put(await api.accounts.create({ body: { ...account, ...(hasTerms && { terms }) } }));
      draft.forget();
      onDone();
    } catch (error) {
      const code = errorCode(error);
      if (code.startsWith('slug_')) refuse('slug', code);
      else setFailure(code);
    }
  });
  /** Derives the slug from the name until the user edits it. */
  const rename = (name: string) => {
    const isProposed = values.slug === '' || values.slug === slugFrom(values.name);
    change({ name, ...(isProposed && { slug: slugFrom(name) }) });
  };
  const slugError = form.refusal('slug') ?? form.error('slug');
  const page = { brand, title: t('new.title'), intro: t('new.intro') };
  // All together: the lists above the form would move it.
  if (before === null || closed === null) {
    return (
      <NarrowPage {...page}>
        <Skeleton className="h-64" />
      </NarrowPage>
    );
  }
  return (
    <NarrowPage {...page} footer={footer}>
      {before}
      <ClosedStudios closed={closed} onDone={onDone} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <ErrorBanner code={failure} />
        <Field label={t('name')} required hint={t('nameHint')} error={form.error('name') && t('nameNeeded')}>
          <TextInput autoComplete="organization" value={values.name} onChange={({ target }) => rename(target.value)} />
        </Field>
        <SlugField
          slug={values.slug}
          check={check}
          error={slugError && t(`errors:${slugCode(slugError)}`)}
          {...form.input('slug')}
        />
        <Field label={t('currency')}>
          <Select options={currencyOptions(language)} {...form.input('currency')} />
        </Field>
        <Field label={t('timeZone')} hint={t('timeZoneHint')}>
          <Select options={timeZoneOptions(values.timeZone)} {...form.input('timeZone')} />
        </Field>
        <Field label={t('language')} hint={t('languageHint')}>
          <Select
            options={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
            {...form.input('language')}
          />
        </Field>
        {hasTerms && (
          <p className="text-caption text-soft">
            {t('new.terms')}{' '}
            <a href="/terms" target="_blank" className="underline">
              {t('new.read')}
            </a>
          </p>
        )}
        <Button type="submit" variant="primary" loading={form.isSubmitting}>
          {t('new.act')}
        </Button>
      </form>
    </NarrowPage>
  );
}

function slugCode(message: string): 'slug_invalid' | 'slug_reserved' | 'slug_taken' {
  return message === 'slug_taken' || message === 'slug_reserved' ? message : 'slug_invalid';
}

type Closed = ResponseOf<typeof accounts.closed>[number];

/** Returns the closed studios that the user can still reopen; null until they are loaded. */
function useClosedStudios(): readonly Closed[] | null {
  const api = useApi();
  const { data, isLoading } = useApiData(useCallback(() => api.accounts.closed(), [api]));
  // An optional list: a failed request shows none.
  return data ?? (isLoading ? null : []);
}

/** Lists closed studios that the user can still reopen; renders nothing without any. */
function ClosedStudios({ closed, onDone }: { closed: readonly Closed[]; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const format = useFormat({ zone: deviceTimeZone() });
  const id = useId();
  const api = useApi();
  const { put } = useAccounts();
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const restore = async (accountId: string) => {
    setOpening(accountId);
    setFailure(null);
    try {
      put(await api.accounts.restore({ params: { accountId } }));
      onDone();
    } catch (error) {
      setFailure(errorCode(error));
      setOpening(null);
    }
  };
  if (closed.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-lead font-semibold">
          {t('closed.title')}
        </h2>
        <p className="text-soft">{t('closed.intro')}</p>
      </div>
      <ErrorBanner code={failure} />
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {closed.map(({ id: accountId, name, erasedAt }) => (
          <li key={accountId} className="flex min-h-16 items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{name}</p>
              <p className="text-caption text-soft">{t('closed.until', { date: format.day(erasedAt) })}</p>
            </div>
            <Button
              size="small"
              aria-label={t('closed.act', { studio: name })}
              loading={opening === accountId}
              onClick={() => void restore(accountId)}
              className="shrink-0"
            >
              {t('closed.short')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
