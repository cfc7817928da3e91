import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { PhotoField } from '../inspector/photos/photo-field.tsx';
import { pageForm, type PathProblem } from '../pages/new-page-dialog.tsx';
import { SearchResult } from '../publish/search-result.tsx';
import { type DraftPage, isPost, type useSite } from '../use-site.ts';
import { useEditor } from './editor-context.ts';
import { pageChanges, type PageTexts, pageValues, textsIn } from './page-values.ts';

interface PageSettingsFormProps {
  page: DraftPage;
  site: ReturnType<typeof useSite>;
}

/** Settings of the page beside its content: texts in each language, address, menu, search engines. */
export function PageSettingsForm({ page, site }: PageSettingsFormProps) {
  const { t } = useTranslation(['website', 'common']);
  const { language, studioLanguage } = useEditor();
  const account = useAccount();
  const mutate = useMutation();
  const stored = useMemo(() => pageValues(page, studioLanguage), [page, studioLanguage]);
  const draft = useDraft(`page-settings:${page.id}`, stored);
  const { values, change, isClean } = draft;
  const post = isPost(page);
  const isOwn = language === studioLanguage;
  const texts = isOwn ? values : textsIn(values, language);
  const changeTexts = (changes: Partial<PageTexts>) =>
    isOwn
      ? change(changes)
      : change({ translations: { ...values.translations, [language]: { ...texts, ...changes } } });
  const schema = useMemo(() => {
    const others = site.pages.filter(({ id }) => id !== page.id);
    return pageForm(post ? 'post' : 'page', new Set(others.map(({ path }) => path)));
  }, [site.pages, page.id, post]);
  const preview = { ...page, ...pageChanges(values, page), rows: [] } as Parameters<typeof SearchResult>[0]['page'];
  const form = useForm(draft, schema, async () => {
    const changes = pageChanges(values, page);
    const before = pageChanges(stored, page);
    await mutate(mutators.pages.update({ id: page.id, changes, now: Date.now() }), {
      done: t('common:saved'),
      undo: () => mutators.pages.update({ id: page.id, changes: before, now: Date.now() }),
      ...draft.saving(),
    });
  });
  const problem = form.fault('path') as PathProblem | undefined;
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      {!isOwn && (
        <p className="text-caption text-soft">
          {t('settings.translating', { language: t(`common:languages.${language}`) })}
        </p>
      )}
      <Field
        label={t('fields.title')}
        error={isOwn ? form.error('title') && t('address.noTitle') : undefined}
        required={isOwn}
        {...(isOwn && { conflict: draft.conflict('title') })}
      >
        <TextInput
          value={texts.title}
          maxLength={200}
          lang={language}
          placeholder={isOwn ? '' : values.title}
          onChange={(event) => changeTexts({ title: event.target.value })}
        />
      </Field>
      <Field label={t('fields.description')} hint={t('settings.descriptionHint')}>
        <Textarea
          value={texts.description}
          maxLength={1000}
          rows={2}
          lang={language}
          placeholder={isOwn ? '' : values.description}
          onChange={(event) => changeTexts({ description: event.target.value })}
        />
      </Field>
      {!isOwn && (
        <Button
          size="small"
          className="self-start"
          onClick={() =>
            changeTexts({ title: values.title, description: values.description, menuTitle: values.menuTitle })
          }
        >
          {t('settings.copyFrom', { language: t(`common:languages.${studioLanguage}`) })}
        </Button>
      )}
      {!post && (isOwn ? values.menu : true) && (
        <Field label={t('fields.menuTitle')} hint={t('settings.menuTitleHint')}>
          <TextInput
            value={texts.menuTitle}
            maxLength={60}
            lang={language}
            placeholder={texts.title || values.title}
            onChange={(event) => changeTexts({ menuTitle: event.target.value })}
          />
        </Field>
      )}
      {isOwn && (
        <>
          {post ? (
            <DateField
              label={t('fields.date')}
              zone={account.timeZone}
              value={values.day}
              onChange={(day) => change({ day })}
            />
          ) : (
            <Switch label={t('settings.menu')} checked={values.menu} onChange={(menu) => change({ menu })} />
          )}
          <Field
            label={t('fields.path')}
            hint={`${location.host}/p/${account.slug}/${values.path}`}
            error={problem && values.path !== stored.path ? t(`address.${problem}`) : undefined}
            conflict={draft.conflict('path')}
          >
            <TextInput
              value={values.path}
              maxLength={120}
              spellCheck={false}
              autoCapitalize="none"
              onChange={(event) => change({ path: event.target.value.toLowerCase().trim() })}
            />
          </Field>
          <PhotoField
            label={t(post ? 'fields.cover' : 'fields.photo')}
            value={values.photoId ?? undefined}
            onChange={(photoId) => change({ photoId })}
          />
          <h3 className="border-t border-line pt-5 font-semibold">{t('settings.search')}</h3>
          <SearchResult page={preview} search={site.search} />
          <Field label={t('fields.seoTitle')} hint={t('settings.seoTitleHint')}>
            <TextInput
              value={values.seoTitle}
              maxLength={200}
              placeholder={`${values.title} – ${account.name}`}
              onChange={(event) => change({ seoTitle: event.target.value })}
            />
          </Field>
          <Field label={t('fields.seoDescription')}>
            <Textarea
              value={values.seoDescription}
              maxLength={500}
              rows={2}
              placeholder={values.description}
              onChange={(event) => change({ seoDescription: event.target.value })}
            />
          </Field>
          <Switch
            label={t('settings.noindex')}
            hint={t('settings.noindexHint')}
            checked={values.noindex}
            onChange={(noindex) => change({ noindex })}
          />
        </>
      )}
      <SubmitRow label={t('common:save')} clean={isClean} loading={draft.isAwaited} />
    </form>
  );
}
