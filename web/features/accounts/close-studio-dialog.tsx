import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';

interface CloseStudioDialogProps {
  name: string;
  /** The last day on which it can be opened again, as people read it. */
  date: string;
  onClose: () => void;
  /** Told what was typed. Answers null when the studio is closed, otherwise why not. */
  onConfirm: (typed: string) => Promise<string | null>;
}

/** Names what ends, and wants the studio's name typed. */
export function CloseStudioDialog({ name, date, onClose, onConfirm }: CloseStudioDialogProps) {
  const { t } = useTranslation(['settings', 'common', 'errors']);
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [closing, setClosing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setClosing(true);
    setFailure(undefined);
    const code = await onConfirm(typed);
    if (!code) return;
    setClosing(false);
    setFailure(code === 'confirmation_wrong' ? t('close.wrong') : t(`errors:${code as 'unknown'}`));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !closing && onClose()}
      title={t('close.ask', { studio: name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" loading={closing}>
            {t('close.act')}
          </Button>
        </>
      }
    >
      <ul className="measure flex list-disc flex-col gap-2 pl-5 text-soft">
        <li>{t('close.pages')}</li>
        <li>{t('close.team')}</li>
        <li>{t('close.days', { date })}</li>
      </ul>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('close.name', { studio: name })} required error={failure}>
          <TextInput
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setFailure(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
