import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Account } from '#core/domain/studio/accounts.ts';
import { domainOrigin } from '#core/domain/site/domains.ts';
import { readPageSettings } from '#core/domain/site/pages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { siteSettings } from '#core/domain/site/site.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { SettingsSection } from '#web/components/layout/settings-forms.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Keywords are one field, separated by commas. */
const readKeywords = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const { defaultPage, seoTitle, seoDescription, seoKeywords } = siteSettings.shape;
const schema = z.object({
  defaultPage,
  seoTitle,
  seoDescription,
  seoKeywords: z.string().refine((text) => seoKeywords.safeParse(readKeywords(text)).success),
});

interface SearchFormProps {
  account: Account;
  settings:
    | { defaultPage: string; seoTitle: string; seoDescription: string; seoKeywords: readonly string[] }
    | undefined;
  pages: readonly { path: string; title: string; description: string; settings: unknown }[];
}

/** Chooses the page at the studio's address, and writes its texts for search engines beside a preview of the result. */
export function SearchForm({ account, settings, pages }: SearchFormProps) {
  const { t } = useTranslation(['cms', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const saved = {
    defaultPage: settings?.defaultPage ?? '',
    seoTitle: settings?.seoTitle ?? '',
    seoDescription: settings?.seoDescription ?? '',
    seoKeywords: (settings?.seoKeywords ?? []).join(', '),
  };
  const draft = useDraft(`website:${account.id}`, saved);
  const { values, conflict } = draft;
  const offered = pages.filter((page) => readPageSettings(page.settings).kind !== 'post');
  const home = pages.find(({ path }) => path === values.defaultPage);
  const form = useForm(draft, schema, (next) => {
    const changes = { ...next, seoKeywords: readKeywords(next.seoKeywords) };
    const request = mutators.site.update({ changes, now: Date.now() });
    return mutate(request, { done: t('common:saved'), ...draft.saving() });
  });
  return (
    <SettingsSection title={t('search.title')} intro={t('search.intro')} disabled={!writable} draft={draft} form={form}>
      <Field label={t('search.home')} hint={t('search.homeHint')} conflict={conflict('defaultPage')}>
        <Select
          options={[
            { value: '', label: t('search.builtIn') },
            ...offered.map(({ path, title }) => ({ value: path, label: title })),
          ]}
          {...form.input('defaultPage')}
        />
      </Field>
      <Field
        label={t('search.name')}
        hint={t('search.nameHint')}
        error={form.error('seoTitle') && t('search.tooLong')}
        conflict={conflict('seoTitle')}
      >
        <TextInput autoComplete="off" placeholder={account.name} {...form.input('seoTitle')} />
      </Field>
      <Field
        label={t('search.description')}
        hint={t('search.descriptionHint')}
        error={form.error('seoDescription') && t('search.tooLong')}
        conflict={conflict('seoDescription')}
      >
        <Textarea {...form.input('seoDescription')} />
      </Field>
      <Field
        label={t('search.keywords')}
        hint={t('search.keywordsHint')}
        error={form.error('seoKeywords') && t('search.keywordsWrong')}
        conflict={conflict('seoKeywords')}
      >
        <TextInput autoComplete="off" {...form.input('seoKeywords')} />
      </Field>
      <SearchResult
        account={account}
        title={`${home?.title ?? account.name} – ${values.seoTitle || account.name}`}
        description={home?.description || values.seoDescription}
      />
    </SettingsSection>
  );
}

/** Characters that search engines show; they cut longer texts. */
const SHOWN = { title: 60, description: 155 } as const;

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text);

/** The home page as search engines list it. */
function SearchResult({ account, title, description }: { account: Account; title: string; description: string }) {
  const { t } = useTranslation('cms');
  const own = useOwnDomain(account);
  const address = own ?? `${location.host}/p/${account.slug}`;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-caption font-medium">{t('search.preview')}</figcaption>
      <div className="flex flex-col gap-1 rounded-control border border-line bg-raised px-4 py-3">
        <p className="text-caption wrap-anywhere text-soft">{address}</p>
        <p className="text-lead wrap-anywhere text-accent">{cut(title, SHOWN.title)}</p>
        <p className="text-caption wrap-anywhere text-soft">
          {description ? cut(description, SHOWN.description) : t('search.noDescription')}
        </p>
      </div>
    </figure>
  );
}

/** Returns the host of the studio's own domain once it is live. */
function useOwnDomain(account: Account): string | null {
  const [domain] = useQuery(queries.domains.current(), { enabled: can(account.role, 'domain.manage') });
  return domain?.status === 'live' ? new URL(domainOrigin(location.origin, domain.hostname)).host : null;
}
