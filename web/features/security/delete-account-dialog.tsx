import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import type { DeletionPreview } from './deletion-summary.ts';
import { useAuthErrorText } from './security-errors.ts';

/** Lists the studios that are deleted with their only owner, and their contents. */
function DeletedStudios({ studios }: { studios: DeletionPreview['deleted'] }) {
  const { t } = useTranslation('security');
  return (
    <div className="flex flex-col gap-2">
      <p>{t('remove.deleted')}</p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {studios.map(({ id, name, galleries, photos, members }) => (
          <li key={id} className="py-2">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-caption text-soft">
              {t('remove.studio', {
                galleries: t('remove.galleries', { count: galleries }),
                photos: t('remove.photos', { count: photos }),
                members: t('remove.members', { count: members }),
              })}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-soft">{t('remove.advice')}</p>
    </div>
  );
}

interface DeleteAccountDialogProps {
  email: string;
  consequences: DeletionPreview;
  /** Deletes the account. Returns null on success, otherwise an error code. */
  onRemove: (typed: string) => Promise<string | null>;
  onClose: () => void;
}

/** Lists the data to be deleted and asks for the e-mail address as confirmation: deletion is final. */
export function DeleteAccountDialog({
  email,
  consequences: { deleted, left },
  onRemove,
  onClose,
}: DeleteAccountDialogProps) {
  const { t } = useTranslation('security');
  const problem = useAuthErrorText();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const errorText = (code: string) =>
    code === 'confirmation_wrong' || code === 'validation_failed' ? t('remove.wrong') : problem(code);
  const submit = async () => {
    setRemoving(true);
    setFailure(undefined);
    const refusal = await onRemove(typed.trim().toLowerCase());
    if (!refusal) return;
    setRemoving(false);
    setFailure(errorText(refusal));
  };
  return (
    <FormDialog
      title={t('remove.ask')}
      description={t('remove.noUndo')}
      submitLabel={t('remove.act')}
      button={{ variant: 'danger', loading: removing }}
      onSubmit={submit}
      onClose={onClose}
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
    </FormDialog>
  );
}
