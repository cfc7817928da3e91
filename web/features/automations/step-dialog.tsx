import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STEP_KINDS, type StepKind } from '#core/domain/automations.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useFocusFirstError } from '#web/lib/forms/use-focus-first-error.ts';
import { StepMailFields } from './step-mail-fields.tsx';
import { StepTimingFields } from './step-timing-fields.tsx';
import { EMPTY_STEP, readStep, type StepField, toStepValues } from './step-values.ts';
import type { StepRow } from './types.ts';
import { toStepFields, useStepActions } from './use-step-actions.ts';

interface StepDialogProps {
  sessionTypeId: string;
  steps: readonly StepRow[];
  /** Null for a new step. */
  step: StepRow | null;
  onClose: () => void;
}

/** Adds or edits a step. What a step does stays as it is; its settings can be changed. */
export function StepDialog(props: StepDialogProps) {
  const { sessionTypeId, steps, step } = props;
  const newDraft = useNewDraft(`automation-step-new:${sessionTypeId}`);
  const [, { type: answer }] = useQuery(queries.automations.ofType({ sessionTypeId }));
  if (steps.some(({ id }) => id === newDraft.id)) newDraft.reset(answer);
  return <StepForm key={step?.id ?? newDraft.formKey} newDraft={newDraft} {...props} />;
}

const NOTHING: ReadonlySet<StepField> = new Set();

function StepForm({ newDraft, sessionTypeId, step, onClose }: StepDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['automations', 'common']);
  const { create, update } = useStepActions(sessionTypeId);
  const stored = step && toStepFields(step);
  const saved = stored ? toStepValues(stored) : EMPTY_STEP;
  const draft = useDraft(step ? `automation-step:${step.id}` : newDraft.key, saved);
  const { values, change, discard, saving } = draft;
  const [checked, setChecked] = useState(false);
  const { form, refuse } = useFocusFirstError();
  const { fields, wrong } = readStep(values);
  const shown = checked ? wrong : NOTHING;
  const save = async () => {
    setChecked(true);
    if (!fields) return refuse();
    const stands = step
      ? update(step, fields, saving())
      : newDraft.submit((options) => create(newDraft.id, fields, options));
    if (await stands) onClose();
  };
  const giveUp = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      size="wide"
      title={t(step ? 'step.edit' : 'step.new')}
      submitLabel={t(step ? 'common:save' : 'add')}
      button={{ writes: true }}
      formRef={form}
      onSubmit={save}
      onClose={giveUp}
    >
      <Field label={t('step.kind')} hint={values.kind === 'balance' ? t('step.balanceText') : undefined}>
        <Select
          value={values.kind}
          disabled={step !== null}
          onChange={({ target }) => change({ kind: target.value as StepKind })}
          options={STEP_KINDS.map((value) => ({ value, label: t(`step.kinds.${value}`) }))}
        />
      </Field>
      <StepTimingFields values={values} onChange={change} wrong={shown} />
      {values.kind === 'mail' && (
        <StepMailFields
          texts={values.texts}
          onChange={(texts) => change({ texts })}
          checked={checked}
          isMissing={Object.values(values.texts).every(({ subject, body }) => !subject.trim() && !body.trim())}
        />
      )}
      {values.kind === 'questionnaire' && (
        <QuestionnaireField
          value={values.questionnaireId}
          onChange={(questionnaireId) => change({ questionnaireId })}
          error={shown.has('questionnaire') ? t('step.wrong.questionnaire') : undefined}
        />
      )}
      {values.kind === 'checklist' && (
        <Field
          label={t('step.task')}
          required
          hint={t('step.taskHint')}
          error={shown.has('task') ? t('step.wrong.task') : undefined}
        >
          <TextInput autoComplete="off" value={values.task} onChange={({ target }) => change({ task: target.value })} />
        </Field>
      )}
    </FormDialog>
  );
}

interface QuestionnaireFieldProps {
  value: string;
  onChange: (templateId: string) => void;
  error: string | undefined;
}

function QuestionnaireField({ value, onChange, error }: QuestionnaireFieldProps) {
  const { t } = useTranslation('automations');
  const [templates] = useQuery(queries.questionnaires.templates());
  const options = templates.filter(({ id, archivedAt }) => archivedAt === null || id === value);
  return (
    <Field
      label={t('step.questionnaire')}
      required
      error={error}
      hint={options.length === 0 ? t('step.questionnaireNone') : undefined}
    >
      <Select
        value={value}
        placeholder={t('step.questionnaireChoose')}
        onChange={({ target }) => onChange(target.value)}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  );
}
