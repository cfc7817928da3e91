import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { STEP_KINDS, type StepKind } from '#core/domain/sessions/automations.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { StepMailFields } from './step-mail-fields.tsx';
import { StepTimingFields } from './step-timing-fields.tsx';
import { EMPTY_STEP, stepForm, toStepValues } from './step-values.ts';
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

function StepForm({ newDraft, sessionTypeId, step, onClose }: StepDialogProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['automations', 'common']);
  const { create, update } = useStepActions(sessionTypeId);
  const stored = step && toStepFields(step);
  const saved = stored ? toStepValues(stored) : EMPTY_STEP;
  const draft = useDraft(step ? `automation-step:${step.id}` : newDraft.key, saved);
  const { values, change, discard, saving } = draft;
  const form = useForm(draft, stepForm, async (fields) => {
    const isConfirmed = step
      ? update(step, fields, saving())
      : newDraft.submit((options) => create(newDraft.id, fields, options));
    if (await isConfirmed) onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      size="wide"
      title={t(step ? 'step.edit' : 'step.new')}
      submitLabel={t(step ? 'common:save' : 'add')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      <Field label={t('step.kind')} hint={values.kind === 'balance' ? t('step.balanceText') : undefined}>
        <Select
          value={values.kind}
          disabled={step !== null}
          onChange={({ target }) => change({ kind: target.value as StepKind })}
          options={STEP_KINDS.map((value) => ({ value, label: t(`step.kinds.${value}`) }))}
        />
      </Field>
      <StepTimingFields values={values} onChange={change} error={form.error} />
      {values.kind === 'mail' && (
        <StepMailFields
          texts={values.texts}
          onChange={(texts) => change({ texts })}
          checked={form.error('texts') !== undefined}
          isMissing={Object.values(values.texts).every(({ subject, body }) => !subject.trim() && !body.trim())}
        />
      )}
      {values.kind === 'questionnaire' && (
        <QuestionnaireField
          value={values.questionnaireId}
          onChange={(questionnaireId) => change({ questionnaireId })}
          error={form.error('questionnaireId') && t('step.wrong.questionnaire')}
        />
      )}
      {values.kind === 'checklist' && (
        <Field
          label={t('step.task')}
          required
          hint={t('step.taskHint')}
          error={form.error('task') && t('step.wrong.task')}
        >
          <TextInput autoComplete="off" {...form.input('task')} />
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
