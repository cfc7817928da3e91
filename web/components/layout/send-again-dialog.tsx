import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/overlays/dialog.tsx';

interface SendAgainDialogProps {
  /** The address whose mails come back. */
  address: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Asks before a mail goes to an address whose mails come back. */
export function SendAgainDialog({ address, open, onOpenChange, onConfirm }: SendAgainDialogProps) {
  const { t } = useTranslation('common');
  const confirm = () => {
    onOpenChange(false);
    onConfirm();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('mailAgain.title', { address })}
      description={t('mailAgain.text')}
      confirmLabel={t('mailAgain.act')}
      onConfirm={confirm}
    />
  );
}
