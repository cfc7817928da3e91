import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';

interface SecretDialogProps {
  kind: 'token' | 'secret';
  value: string;
  onClose: () => void;
}

/** Shows a token or a secret, which the server cannot show again. */
export function SecretDialog({ kind, value, onClose }: SecretDialogProps) {
  const { t } = useTranslation('integrations');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`${kind}.title`)}
      description={t(`${kind}.text`)}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('copied')}
        </Button>
      }
    >
      <CopyField label={t(`${kind}.label`)} value={value} />
    </Dialog>
  );
}
