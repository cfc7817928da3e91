import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { STEP_KINDS, type StepKind } from '#core/domain/sessions/automations.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { StepMailFields } from './step-mail-fields.tsx';
import {
  EMPTY_STEP,
  STEP_SIDES,
  type StepField,
  stepForm,
  type StepSide,
  type StepValues,
  toStepValues,
} from './step-values.ts';
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

interface StepTimingFieldsProps {
  values: StepValues;
  onChange: (changes: Partial<StepValues>) => void;
  /** Message of a wrong field. */
  error: (field: StepField) => string | undefined;
}

/** "3" "days" "before the session" "at 10:00". */
function StepTimingFields({ values, onChange, error }: StepTimingFieldsProps) {
  const { t } = useTranslation('automations');
  const { side, amount, unit, time } = values;
  const isDay = side === 'day';
  const min = (side === 'booked' || side === 'delivered') && unit === 'hours' ? 0 : 1;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        {!isDay && (
          <>
            <div className="w-20">
              <Field
                label={t('step.amount')}
                error={error('amount') && t('step.wrong.amount', { min, max: unit === 'days' ? 730 : 168 })}
              >
                <TextInput
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular-nums"
                  value={amount}
                  onChange={({ target }) => onChange({ amount: target.value })}
                />
              </Field>
            </div>
            <div className="w-28">
              <Field label={t('step.unit')}>
                <Select
                  value={unit}
                  onChange={({ target }) => onChange({ unit: target.value as StepValues['unit'] })}
                  options={(['days', 'hours'] as const).map((value) => ({ value, label: t(`step.units.${value}`) }))}
                />
              </Field>
            </div>
          </>
        )}
        <div className="min-w-48 grow basis-48">
          <Field label={t('step.anchor')} hint={side === 'delivered' ? t('step.deliveredHint') : undefined}>
            <Select
              value={side}
              onChange={({ target }) => onChange({ side: target.value as StepSide })}
              options={STEP_SIDES.map((value) => ({ value, label: t(`step.anchors.${value}`) }))}
            />
          </Field>
        </div>
        {(isDay || unit === 'days') && (
          <div className="w-32">
            <Field label={t('step.time')} error={error('time') && t('step.wrong.time')}>
              <TextInput
                type="time"
                className="tabular-nums"
                value={time}
                onChange={({ target }) => onChange({ time: target.value })}
              />
            </Field>
          </div>
        )}
      </div>
    </div>
  );
}
