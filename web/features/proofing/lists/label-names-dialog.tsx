import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICK_LABELS, type ProofingSettings, proofingSettings } from '#core/domain/proofing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

interface LabelNamesDialogProps {
  labelNames: ProofingSettings['labelNames'];
  onClose: () => void;
}

/** Names the studio's colour labels; an empty one has the colour's name. */
export function LabelNamesDialog({ labelNames, onClose }: LabelNamesDialogProps) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const [checked, setChecked] = useState(false);
  const stored = Object.fromEntries(PICK_LABELS.map((label) => [label, labelNames[label] ?? '']));
  const { values, change, discard, conflict, saving } = useDraft('label-names', stored);
  const isValid = (name: string | undefined) => proofingSettings.safeParse({ labelNames: { red: name ?? '' } }).success;
  const request = (names: Record<string, string>) =>
    mutators.settings.setProofing({ proofing: { labelNames: names }, now: Date.now() });
  const save = async () => {
    setChecked(true);
    if (!Object.values(values).every(isValid)) return;
    const options = { done: t('common:saved'), undo: () => request(stored), ...saving() };
    if (await mutate(request(values), options)) onClose();
  };
  const giveUp = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      title={t('labels.title')}
      description={t('labels.text')}
      submitLabel={t('common:save')}
      button={{ writes: true }}
      onSubmit={save}
      onClose={giveUp}
    >
      {PICK_LABELS.map((label) => (
        <Field
          key={label}
          label={t(`color.${label}`)}
          optional
          error={checked && !isValid(values[label]) ? t('labels.wrong') : undefined}
          conflict={conflict(label)}
        >
          <TextInput
            autoComplete="off"
            value={values[label] ?? ''}
            onChange={({ target }) => change({ [label]: target.value })}
          />
        </Field>
      ))}
    </FormDialog>
  );
}
