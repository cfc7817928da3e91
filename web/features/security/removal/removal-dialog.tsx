import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { useAuthErrorText } from '../use-problem.ts';
import type { DeletionPreview } from './consequences.ts';
import { DeletedStudios } from './studios-deleted.tsx';

interface DeleteAccountDialogProps {
  email: string;
  consequences: DeletionPreview;
  /** Answers null when the account is gone, otherwise why not. */
  onRemove: (typed: string) => Promise<string | null>;
  onClose: () => void;
}

/** Names what will be lost, and wants the e-mail typed: there is no way back. */
export function DeleteAccountDialog({
  email,
  consequences: { deleted, left },
  onRemove,
  onClose,
}: DeleteAccountDialogProps) {
  const { t } = useTranslation(['security', 'common']);
  const problem = useAuthErrorText();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const words = (code: string) =>
    code === 'confirmation_wrong' || code === 'validation_failed' ? t('remove.wrong') : problem(code);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRemoving(true);
    setFailure(undefined);
    const refusal = await onRemove(typed.trim().toLowerCase());
    if (!refusal) return;
    setRemoving(false);
    setFailure(words(refusal));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !removing && onClose()}
      title={t('remove.ask')}
      description={t('remove.noUndo')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" loading={removing}>
            {t('remove.act')}
          </Button>
        </>
      }
    >
      {deleted.length > 0 && <DeletedStudios studios={deleted} />}
      {left.length > 0 && (
        <div className="flex flex-col gap-1">
          <p>{t('remove.left')}</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {left.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {deleted.length + left.length === 0 && <p>{t('remove.nothing')}</p>}
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        {email ? (
          <Field label={t('remove.email', { email })} required error={failure}>
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setFailure(undefined);
              }}
            />
          </Field>
        ) : (
          failure && <p role="alert">{failure}</p>
        )}
      </form>
    </Dialog>
  );
}
