import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_STEPS, type StepFields } from '#core/domain/sessions/automations.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useStepLabels } from './step-labels.ts';
import { toStepFields } from './use-step-actions.ts';

interface CopyStepsDialogProps {
  /** At least one. */
  types: readonly { id: string; name: string }[];
  /** How many more steps fit. */
  space: number;
  onCopy: (steps: readonly StepFields[]) => Promise<boolean>;
  onClose: () => void;
}

/** Copies the steps of another session type to the end of the list. */
export function CopyStepsDialog({ types, space, onCopy, onClose }: CopyStepsDialogProps) {
  const { t } = useTranslation('automations');
  const { whenOf, whatOf } = useStepLabels();
  const [from, setFrom] = useState(types[0]!.id);
  const [steps, { type: answer }] = useQuery(queries.automations.ofType({ sessionTypeId: from }));
  const isTooMuch = steps.length > space;
  const copy = async () => {
    const fields = steps.flatMap((step) => toStepFields(step) ?? []);
    if (fields.length > 0 && (await onCopy(fields))) onClose();
  };
  return (
    <FormDialog
      title={t('copy')}
      description={t('copyText')}
      submitLabel={t('copyDo')}
      button={{ writes: true, disabled: steps.length === 0 || isTooMuch }}
      onSubmit={copy}
      onClose={onClose}
    >
      <Field label={t('copyFrom')} error={isTooMuch ? t('copyMany', { max: MAX_STEPS }) : undefined}>
        <Select
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {steps.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {steps.map((step) => (
            <li key={step.id} className="py-2">
              <p data-figures className="text-caption text-soft">
                {whenOf(step)}
              </p>
              <p className="wrap-anywhere">{whatOf(step)}</p>
            </li>
          ))}
        </ul>
      ) : (
        answer === 'complete' && <p className="text-soft">{t('copyNone')}</p>
      )}
    </FormDialog>
  );
}
