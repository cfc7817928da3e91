import { useQuery } from '@rocicorp/zero/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CONTRACT_STARTERS } from '#core/domain/contracts/contract-starters.ts';
import {
  contractTemplateChanges,
  type ContractTexts,
  findUnknownContractFields,
} from '#core/domain/contracts/contracts.ts';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { ContractPreview } from './contract-preview.tsx';
import { TemplateForm, type TemplateFormProps, TemplatePage, useTemplateForm } from './template-page.tsx';

type TextKey = `${'title' | 'body'}_${Language}`;
type Values = Record<TextKey, string> & { name: string; needsCountersignature: boolean };

interface SavedTemplate {
  id: string;
  name: string;
  texts: ContractTexts;
  needsCountersignature: boolean;
}

function toValues(row: SavedTemplate | null): Values {
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

/** Reads the template that a form describes. */
const contractForm = z
  .custom<Values>()
  .transform((values, context) => {
    const texts: ContractTexts = {};
    for (const language of LANGUAGES) {
      const [title, body] = [values[`title_${language}`], values[`body_${language}`]];
      if (title.trim() || body.trim()) texts[language] = { title, body };
    }
    const { name, needsCountersignature } = values;
    for (const language of LANGUAGES) {
      const key = `body_${language}` as const;
      if (findUnknownContractFields(values[key]).length > 0) context.addIssue({ code: 'custom', path: [key] });
    }
    return { name, needsCountersignature, texts };
  })
  .pipe(contractTemplateChanges.required());

type Template = z.infer<typeof contractForm>;

/** Creates or edits a contract template. */
export function ContractTemplatePage() {
  const { t } = useTranslation('documents');
  const [rows, { type }] = useQuery(queries.contracts.templates());
  return (
    <TemplatePage
      kind="contract-template"
      rows={rows}
      isComplete={type === 'complete'}
      newTitle={t('newContract')}
      create={mutators.contractTemplates.create}
      update={mutators.contractTemplates.update}
      form={ContractForm}
    />
  );
}

/** The editor's libraries are larger than all other fields: a chunk of their own. */
const ContractEditor = lazy(() => importTwice(() => import('./editor/contract-editor.tsx')));

function ContractForm(props: TemplateFormProps<SavedTemplate, Template>) {
  const { t } = useTranslation('documents');
  const { values, change, language, frame } = useTemplateForm(props, toValues(props.row), contractForm);
  const [titleKey, bodyKey] = [`title_${language}`, `body_${language}`] as const;
  const [unknown] = findUnknownContractFields(values[bodyKey]);
  const starter = CONTRACT_STARTERS[language];
  const takeStarter = () => change({ [titleKey]: starter.title, [bodyKey]: starter.body });
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <TemplateForm frame={frame} className="min-w-0">
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
          error={unknown === undefined ? undefined : t('unknownField', { field: `{{${unknown}}}` })}
        >
          <Suspense fallback={<Skeleton className="h-96" />}>
            <ContractEditor
              // Each language has its own text and undo history.
              key={language}
              label={t('body')}
              body={values[bodyKey]}
              lang={language}
              onChange={(body) => change({ [bodyKey]: body })}
            />
          </Suspense>
        </Field>
        {values[bodyKey].trim() === '' && (
          <div>
            <Button type="button" onClick={takeStarter}>
              {t('useStarter')}
            </Button>
          </div>
        )}
        <Checkbox
          label={t('countersign')}
          hint={t('countersignHint')}
          checked={values.needsCountersignature}
          onChange={(needsCountersignature) => change({ needsCountersignature })}
        />
      </TemplateForm>
      <ContractPreview title={values[titleKey]} body={values[bodyKey]} language={language} />
    </div>
  );
}
