import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewAccount, newAccount } from '#core/domain/accounts.ts';
import { slugFrom } from '#core/domain/gallery-link.ts';
import { LANGUAGES } from '#core/domain/languages.ts';
import { NarrowPage } from '#web/components/layout/page-section.tsx';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { deviceTimeZone } from '#web/lib/format/device.ts';
import { useDraftForm } from '#web/lib/forms/draft-form.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { ClosedStudios, useClosedStudios } from './closed-studios.tsx';
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
  const { form, values, forget } = useDraftForm('account-new', start, { resolver: zodResolver(newAccount) });
  const { register, handleSubmit, formState, setError, setValue } = form;
  const check = useSlugCheck(values.slug);
  const closed = useClosedStudios();

  const submit = handleSubmit(async (account) => {
    setFailure(null);
    try {
      put(await api.accounts.create({ body: account }));
      forget();
      onDone();
    } catch (error) {
      const code = errorCode(error);
      if (code.startsWith('slug_')) setError('slug', { message: code });
      else setFailure(code);
    }
  });
  const { errors, dirtyFields } = formState;
  /** Derives the slug from the name until the user edits it. */
  const proposeSlug = ({ target }: { target: { value: string } }) => {
    if (!dirtyFields.slug || values.slug === '') setValue('slug', slugFrom(target.value));
  };
  const page = { brand, title: t('new.title'), intro: t('new.intro') };
  // All at once: the lists above the form would move it.
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
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <ErrorBanner code={failure} />
        <Field label={t('name')} required hint={t('nameHint')} error={errors.name && t('nameNeeded')}>
          <TextInput autoComplete="organization" {...register('name', { onChange: proposeSlug })} />
        </Field>
        <SlugField
          slug={values.slug}
          check={check}
          error={errors.slug && t(`errors:${slugError(errors.slug.message)}`)}
          {...register('slug')}
        />
        <Field label={t('currency')}>
          <Select options={currencyOptions(language)} {...register('currency')} />
        </Field>
        <Field label={t('timeZone')} hint={t('timeZoneHint')}>
          <Select options={timeZoneOptions(values.timeZone)} {...register('timeZone')} />
        </Field>
        <Field label={t('language')} hint={t('languageHint')}>
          <Select
            options={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
            {...register('language')}
          />
        </Field>
        <Button type="submit" variant="primary" loading={formState.isSubmitting}>
          {t('new.act')}
        </Button>
      </form>
    </NarrowPage>
  );
}

function slugError(message: string | undefined): 'slug_invalid' | 'slug_reserved' | 'slug_taken' {
  return message === 'slug_taken' || message === 'slug_reserved' ? message : 'slug_invalid';
}
