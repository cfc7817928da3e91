import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { z } from 'zod';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { SavedByPage, SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { paths } from '#web/lib/paths.ts';
import { type MutationOptions, type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';

export interface TemplateFormProps<Row, Template> {
  /** The stored template; null for a new one. */
  row: Row | null;
  draftKey: string;
  onSave: (template: Template, options: MutationOptions) => Promise<boolean>;
}

interface TemplatePageProps<Row, Template> {
  /** Prefix of the drafts' keys. */
  kind: 'contract-template' | 'questionnaire-template';
  rows: readonly Row[];
  isComplete: boolean;
  newTitle: string;
  create: (row: Template & { id: string; now: number }) => Request;
  update: (change: { id: string; changes: Template; now: number }) => Request;
  form: ComponentType<TemplateFormProps<Row, Template>>;
}

/** Page of one template of documents, at the address of a stored or a new one. */
export function TemplatePage<Row extends { readonly id: string; readonly name: string }, Template extends object>(
  props: TemplatePageProps<Row, Template>,
) {
  const { kind, rows, isComplete, update, form: Form } = props;
  const { t } = useTranslation('documents');
  const { templateId = '' } = useParams();
  const mutate = useMutation();
  const back = { to: paths.documents, label: t('title') };
  if (templateId === 'new') return <NewTemplate {...props} />;
  return (
    <RecordPage
      record={rows.find(({ id }) => id === templateId)}
      isComplete={isComplete}
      missing={{ title: t('missing'), text: t('missingText'), back }}
    >
      {(row) => (
        <>
          <PageHeader title={row.name} back={back} />
          <SettingsForms>
            <Form
              row={row}
              draftKey={`${kind}:${row.id}`}
              onSave={(changes, options) => mutate(update({ id: row.id, changes, now: Date.now() }), options)}
            />
          </SettingsForms>
        </>
      )}
    </RecordPage>
  );
}

function NewTemplate<Row extends { readonly id: string }, Template extends object>(
  props: TemplatePageProps<Row, Template>,
) {
  const { kind, rows, isComplete, newTitle, create, form: Form } = props;
  const { t } = useTranslation('documents');
  const account = useAccount();
  const navigate = useNavigate();
  const mutate = useMutation();
  const draft = useNewDraft(`${kind}-new:${account.id}`);
  if (rows.some(({ id }) => id === draft.id)) draft.reset(isComplete ? 'complete' : 'unknown');
  return (
    <>
      <PageHeader title={newTitle} back={{ to: paths.documents, label: t('title') }} />
      <Form
        key={draft.formKey}
        row={null}
        draftKey={draft.key}
        onSave={async (template) => {
          const row = { id: draft.id, ...template, now: Date.now() };
          const done = await draft.submit((options) => mutate(create(row), options));
          if (done) await navigate(paths.documents, { replace: true });
          return done;
        }}
      />
    </>
  );
}

/**
 * State of a template's form.
 * @param saved the stored values
 * @param schema reads the template that values describe
 */
export function useTemplateForm<Values extends { name: string }, Row, Template>(
  { row, draftKey, onSave }: TemplateFormProps<Row, Template>,
  saved: Values,
  schema: z.ZodType<Template>,
) {
  const { t } = useTranslation('common');
  const draft = useDraft(draftKey, saved);
  const { values, change } = draft;
  const [language, setLanguage] = useState<Language>(useLanguage());
  const form = useForm(draft, schema, (template) => onSave(template, { done: t('saved'), ...draft.saving() }));
  const rename = (next: string) => change({ name: next } as Partial<Values>);
  /** `language` selects the texts that are edited. */
  return {
    values,
    change,
    language,
    frame: {
      name: values.name,
      rename,
      language,
      setLanguage,
      draft,
      form,
      isNew: !row,
    },
  };
}

interface TemplateFormFrameProps {
  frame: ReturnType<typeof useTemplateForm>['frame'];
  /** Explains what is incomplete besides the texts. */
  wrongHint?: string;
  className?: string;
  children: ReactNode;
}

/** The fields and messages that every template has, around those of its kind. */
export function TemplateForm({ frame, wrongHint, className = '', children }: TemplateFormFrameProps) {
  const { t } = useTranslation(['documents', 'common']);
  const languages = LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }));
  return (
    <form noValidate onSubmit={frame.form.submit} className={`flex flex-col gap-6 ${className}`}>
      <Field label={t('name')} required hint={t('nameHint')}>
        <TextInput autoComplete="off" value={frame.name} onChange={({ target }) => frame.rename(target.value)} />
      </Field>
      <div>
        <SegmentedControl
          label={t('language')}
          value={frame.language}
          onChange={frame.setLanguage}
          options={languages}
        />
      </div>
      {children}
      {frame.form.isWrong && (
        <Banner tone="danger">
          {t('wrong')} {wrongHint}
        </Banner>
      )}
      {frame.isNew ? (
        <SubmitRow label={t('create')} clean={frame.draft.isClean} />
      ) : (
        <SavedByPage label={frame.name} draft={frame.draft} form={frame.form} />
      )}
    </form>
  );
}
