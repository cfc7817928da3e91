import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** A verb. */
  act: string;
  onAct: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form that its button or Enter submits. */
export function FormDialog({ title, description, act, onAct, onClose, children }: FormDialogProps) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={id} writes>
            {act}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void onAct();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
