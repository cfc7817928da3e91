import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { PICK_LABELS, type ProofingSettings, proofingSettings } from '#core/domain/galleries/proofing.ts';
import { mutators } from '#core/zero/mutators.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const schema = z.record(
  z.string(),
  z.string().refine((name) => proofingSettings.safeParse({ labelNames: { red: name } }).success),
);

interface LabelNamesDialogProps {
  labelNames: ProofingSettings['labelNames'];
  onClose: () => void;
}

/** Names the studio's colour labels; an empty one has the colour's name. */
export function LabelNamesDialog({ labelNames, onClose }: LabelNamesDialogProps) {
  const { t } = useTranslation(['proofing', 'common']);
  const mutate = useMutation();
  const stored = Object.fromEntries(PICK_LABELS.map((label) => [label, labelNames[label] ?? '']));
  const draft = useDraft('label-names', stored);
  const { discard, conflict } = draft;
  const request = (names: Record<string, string>) =>
    mutators.settings.setProofing({ proofing: { labelNames: names }, now: Date.now() });
  const form = useForm(draft, schema, async (names) => {
    const options = { done: t('common:saved'), undo: () => request(stored), ...draft.saving() };
    if (await mutate(request(names), options)) onClose();
  });
  const discardAndClose = () => {
    discard();
    onClose();
  };
  return (
    <FormDialog
      title={t('labels.title')}
      description={t('labels.text')}
      submitLabel={t('common:save')}
      button={{ writes: true }}
      onSubmit={form.submit}
      onClose={discardAndClose}
    >
      {PICK_LABELS.map((label) => (
        <Field
          key={label}
          label={t(`color.${label}`)}
          optional
          error={form.error(label) && t('labels.wrong')}
          conflict={conflict(label)}
        >
          <TextInput autoComplete="off" {...form.input(label)} />
        </Field>
      ))}
    </FormDialog>
  );
}
