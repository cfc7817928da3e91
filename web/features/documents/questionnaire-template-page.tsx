import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import {
  hasOptions,
  type Question,
  QUESTION_KINDS,
  type QuestionKind,
  questionnaireTemplateChanges,
  type QuestionnaireTexts,
} from '#core/domain/contracts/questionnaires.ts';
import { QUESTIONNAIRE_STARTERS, questionnaireStarter } from '#core/domain/contracts/questionnaire-starters.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { newId } from '#web/lib/ids.ts';
import { QuestionnairePreview } from './questionnaire-preview.tsx';
import { TemplateForm, type TemplateFormProps, TemplatePage, useTemplateForm } from './template-page.tsx';

interface Values {
  name: string;
  texts: QuestionnaireTexts;
  questions: readonly Question[];
}

const emptyQuestion = (): Question => ({ id: newId(), kind: 'short', label: {}, isRequired: false, options: [] });

/** Drops the languages of a text in which nothing was typed. */
function filled(label: Question['label']): Question['label'] {
  return Object.fromEntries(Object.entries(label).filter(([, text]) => text?.trim()));
}

/** Reads the template that a form describes. */
const questionnaireForm = z
  .custom<Values>()
  .transform(({ name, texts, questions }) => {
    const written = Object.fromEntries(
      Object.entries(texts).filter(([, text]) => text && (text.title.trim() || text.intro.trim())),
    );
    const asked = questions.map((one) => ({
      ...one,
      label: filled(one.label),
      options: one.options.map((option) => ({ ...option, label: filled(option.label) })),
    }));
    return { name, texts: written, questions: asked };
  })
  .pipe(questionnaireTemplateChanges.required());

type Template = z.infer<typeof questionnaireForm>;

/** Creates or edits a questionnaire template. */
export function QuestionnaireTemplatePage() {
  const { t } = useTranslation('documents');
  const [rows, { type }] = useQuery(queries.questionnaires.templates());
  return (
    <TemplatePage
      kind="questionnaire-template"
      rows={rows}
      isComplete={type === 'complete'}
      newTitle={t('newQuestionnaire')}
      create={mutators.questionnaireTemplates.create}
      update={mutators.questionnaireTemplates.update}
      form={QuestionnaireForm}
    />
  );
}

function QuestionnaireForm(props: TemplateFormProps<Values & { id: string }, Template>) {
  const { t } = useTranslation('documents');
  const [empty] = useState<Values>(() => ({ name: '', texts: {}, questions: [emptyQuestion()] }));
  const { name, texts, questions: savedQuestions } = props.row ?? empty;
  const saved = { name, texts, questions: savedQuestions };
  const { values, change, language, frame } = useTemplateForm(props, saved, questionnaireForm);
  const { title = '', intro = '' } = values.texts[language] ?? {};
  const write = (text: { title?: string; intro?: string }) =>
    change({ texts: { ...values.texts, [language]: { title, intro, ...text } } });
  const { questions } = values;
  const isUntouched =
    Object.keys(values.texts).length === 0 && questions.every(({ label }) => Object.keys(label).length === 0);
  const setQuestion = (next: Question) =>
    change({ questions: questions.map((one) => (one.id === next.id ? next : one)) });
  const move = (index: number, by: -1 | 1) =>
    change({ questions: questions.toSpliced(index, 1).toSpliced(index + by, 0, questions[index]!) });
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <TemplateForm frame={frame} wrongHint={t('wrongQuestions')} className="min-w-0">
        {isUntouched && (
          <div role="group" aria-label={t('startWith')} className="flex flex-col gap-2">
            <p className="text-caption font-medium">{t('startWith')}</p>
            <div className="flex flex-wrap gap-2">
              {QUESTIONNAIRE_STARTERS.map((starter) => (
                <Button
                  key={starter}
                  type="button"
                  size="small"
                  onClick={() => change(questionnaireStarter(starter, newId))}
                >
                  {t(`starters.${starter}`)}
                </Button>
              ))}
            </div>
          </div>
        )}
        <Field label={t('documentTitle')}>
          <TextInput lang={language} value={title} onChange={({ target }) => write({ title: target.value })} />
        </Field>
        <Field label={t('intro')} optional>
          <Textarea lang={language} rows={3} value={intro} onChange={({ target }) => write({ intro: target.value })} />
        </Field>
        <ol className="flex flex-col gap-8">
          {questions.map((one, index) => (
            <li key={one.id} className="flex flex-col gap-4 border-t border-line pt-6">
              <QuestionFields question={one} number={index + 1} language={language} onChange={setQuestion} />
              <div className="flex flex-wrap gap-3">
                {index > 0 && (
                  <Button type="button" size="small" onClick={() => move(index, -1)}>
                    {t('up')}
                  </Button>
                )}
                {index < questions.length - 1 && (
                  <Button type="button" size="small" onClick={() => move(index, 1)}>
                    {t('down')}
                  </Button>
                )}
                {questions.length > 1 && (
                  <Button
                    type="button"
                    size="small"
                    variant="quiet"
                    onClick={() => change({ questions: questions.filter(({ id }) => id !== one.id) })}
                  >
                    {t('remove')}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ol>
        <div>
          <Button type="button" onClick={() => change({ questions: [...questions, emptyQuestion()] })}>
            {t('addQuestion')}
          </Button>
        </div>
      </TemplateForm>
      <QuestionnairePreview texts={values.texts} questions={questions} language={language} />
    </div>
  );
}

interface QuestionFieldsProps {
  question: Question;
  number: number;
  language: Language;
  onChange: (question: Question) => void;
}

/** Shows a text of another language as an example, so that translating needs no switching. */
const exampleOf = (label: Question['label']) => LANGUAGES.map((one) => label[one]).find(Boolean) ?? '';

function QuestionFields({ question, number, language, onChange }: QuestionFieldsProps) {
  const { t } = useTranslation('documents');
  const { kind, label, options, isRequired } = question;
  const newOption = () => ({ id: newId(), label: {} });
  const setKind = (next: QuestionKind) => {
    const kept = options.length >= 2 ? options : [newOption(), newOption()];
    onChange({ ...question, kind: next, options: hasOptions(next) ? kept : [] });
  };
  const setOption = (id: string, text: string) =>
    onChange({
      ...question,
      options: options.map((one) => (one.id === id ? { ...one, label: { ...one.label, [language]: text } } : one)),
    });
  return (
    <>
      <Field label={t('question', { number })} required>
        <TextInput
          lang={language}
          placeholder={exampleOf(label)}
          value={label[language] ?? ''}
          onChange={({ target }) => onChange({ ...question, label: { ...label, [language]: target.value } })}
        />
      </Field>
      <Field label={t('kind')}>
        <Select
          value={kind}
          onChange={({ target }) => setKind(target.value as QuestionKind)}
          options={QUESTION_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
      {options.map((option, index) => (
        <Field key={option.id} label={t('option', { number: index + 1 })}>
          <TextInput
            lang={language}
            placeholder={exampleOf(option.label)}
            value={option.label[language] ?? ''}
            onChange={({ target }) => setOption(option.id, target.value)}
          />
        </Field>
      ))}
      {hasOptions(kind) && (
        <div>
          <Button
            type="button"
            size="small"
            onClick={() => onChange({ ...question, options: [...options, newOption()] })}
          >
            {t('addOption')}
          </Button>
        </div>
      )}
      <Checkbox
        label={t('required')}
        checked={isRequired}
        onChange={(isOn) => onChange({ ...question, isRequired: isOn })}
      />
    </>
  );
}
