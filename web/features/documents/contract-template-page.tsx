import { useQuery } from '@rocicorp/zero/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { CONTRACT_STARTERS } from '#core/domain/contract-starters.ts';
import {
  CONTRACT_FIELDS,
  type ContractField,
  contractTemplateChanges,
  type ContractTexts,
  findUnknownContractFields,
} from '#core/domain/contracts.ts';
import { type Language, LANGUAGES } from '#core/domain/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SubmitRow } from '#web/components/layout/page-section.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { paths } from '#web/lib/paths.ts';
import { type MutationOptions, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ContractPreview } from './contract-preview.tsx';
import { LanguageChoice } from './language-choice.tsx';

type TextKey = `${'title' | 'body'}_${Language}`;
type Values = Record<TextKey, string> & { name: string; needsCountersignature: boolean };

function toValues(row: { name: string; texts: ContractTexts; needsCountersignature: boolean } | null): Values {
  const texts = LANGUAGES.flatMap((language) => [
    [`title_${language}`, row?.texts[language]?.title ?? ''],
    [`body_${language}`, row?.texts[language]?.body ?? ''],
  ]);
  return {
    ...(Object.fromEntries(texts) as Record<TextKey, string>),
    name: row?.name ?? '',
    needsCountersignature: row?.needsCountersignature ?? false,
  };
}

/** Returns the template that a form describes; undefined if it is incomplete. */
function readValues(values: Values) {
  const texts: ContractTexts = {};
  for (const language of LANGUAGES) {
    const [title, body] = [values[`title_${language}`], values[`body_${language}`]];
    if (title.trim() || body.trim()) texts[language] = { title, body };
  }
  const { name, needsCountersignature } = values;
  const isKnown = LANGUAGES.every((language) => findUnknownContractFields(values[`body_${language}`]).length === 0);
  const read = contractTemplateChanges.required().safeParse({ name, needsCountersignature, texts });
  return isKnown ? read.data : undefined;
}

/** Creates or edits a contract template. */
export function ContractTemplatePage() {
  const { t } = useTranslation('documents');
  const { templateId = '' } = useParams();
  const [templates, { type }] = useQuery(queries.contracts.templates());
  const mutate = useMutation();
  if (templateId === 'new') return <NewTemplate />;
  return (
    <RecordPage
      record={templates.find(({ id }) => id === templateId)}
      isComplete={type === 'complete'}
      missing={{ title: t('missing'), text: t('missingText'), back: { to: paths.documents, label: t('title') } }}
    >
      {(row) => (
        <>
          <PageHeader title={row.name} back={{ to: paths.documents, label: t('title') }} />
          <ContractForm
            draftKey={`contract-template:${row.id}`}
            saved={toValues(row)}
            isNew={false}
            onSave={(changes, options) =>
              mutate(mutators.contractTemplates.update({ id: row.id, changes, now: Date.now() }), options)
            }
          />
        </>
      )}
    </RecordPage>
  );
}

function NewTemplate() {
  const { t } = useTranslation('documents');
  const account = useAccount();
  const navigate = useNavigate();
  const mutate = useMutation();
  const draft = useNewDraft(`contract-template-new:${account.id}`);
  return (
    <>
      <PageHeader title={t('newContract')} back={{ to: paths.documents, label: t('title') }} />
      <ContractForm
        key={draft.formKey}
        draftKey={draft.key}
        saved={toValues(null)}
        isNew
        onSave={async (template) => {
          const row = { id: draft.id, ...template, now: Date.now() };
          const done = await draft.submit((options) => mutate(mutators.contractTemplates.create(row), options));
          if (done) await navigate(paths.documents, { replace: true });
          return done;
        }}
      />
    </>
  );
}

interface ContractFormProps {
  draftKey: string;
  saved: Values;
  isNew: boolean;
  onSave: (template: NonNullable<ReturnType<typeof readValues>>, options: MutationOptions) => Promise<boolean>;
}

const token = (field: string) => `{{${field}}}`;

function ContractForm({ draftKey, saved, isNew, onSave }: ContractFormProps) {
  const { t } = useTranslation(['documents', 'common']);
  const { values, isClean, change, saving } = useDraft(draftKey, saved);
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [isWrong, setWrong] = useState(false);
  const body = useRef<HTMLTextAreaElement>(null);
  const [titleKey, bodyKey] = [`title_${language}`, `body_${language}`] as const;
  const [unknown] = findUnknownContractFields(values[bodyKey]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const template = readValues(values);
    setWrong(!template);
    if (template) await onSave(template, { done: t('common:saved'), ...saving() });
  };
  const insert = (field: ContractField) => {
    const at = body.current;
    if (!at) return;
    at.setRangeText(token(field), at.selectionStart, at.selectionEnd, 'end');
    change({ [bodyKey]: at.value });
    at.focus();
  };
  const starter = CONTRACT_STARTERS[language];
  const takeStarter = () => change({ [titleKey]: starter.title, [bodyKey]: starter.body });
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <form noValidate onSubmit={(event) => void save(event)} className="flex min-w-0 flex-col gap-6">
        <Field label={t('name')} required hint={t('nameHint')}>
          <TextInput autoComplete="off" value={values.name} onChange={({ target }) => change({ name: target.value })} />
        </Field>
        <LanguageChoice value={language} onChange={setLanguage} />
        <Field label={t('documentTitle')}>
          <TextInput
            lang={language}
            autoComplete="off"
            value={values[titleKey]}
            onChange={({ target }) => change({ [titleKey]: target.value })}
          />
        </Field>
        <Field
          label={t('body')}
          hint={t('bodyHint')}
          error={unknown === undefined ? undefined : t('unknownField', { field: token(unknown) })}
        >
          <Textarea
            ref={body}
            lang={language}
            rows={20}
            className="max-h-[40rem]"
            value={values[bodyKey]}
            onChange={({ target }) => change({ [bodyKey]: target.value })}
          />
        </Field>
        {values[bodyKey].trim() === '' && (
          <div>
            <Button type="button" onClick={takeStarter}>
              {t('useStarter')}
            </Button>
          </div>
        )}
        <div role="group" aria-label={t('insert')} className="flex flex-wrap gap-2">
          {CONTRACT_FIELDS.map((field) => (
            <Button key={field} type="button" size="small" onClick={() => insert(field)}>
              {t(`fields.${field}`)}
            </Button>
          ))}
        </div>
        <Checkbox
          label={t('countersign')}
          hint={t('countersignHint')}
          checked={values.needsCountersignature}
          onChange={(needsCountersignature) => change({ needsCountersignature })}
        />
        {isWrong && <Banner tone="danger">{t('wrong')}</Banner>}
        <SubmitRow label={isNew ? t('create') : t('common:save')} clean={isClean} />
      </form>
      <ContractPreview title={values[titleKey]} body={values[bodyKey]} language={language} />
    </div>
  );
}
