import { type FormEvent, type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '../ui/inputs/button.tsx';
import { Dialog, type DialogProps } from '../ui/overlays/dialog.tsx';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  /** Label of the submit button: a verb. */
  submitLabel: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
  /** Properties of the submit button. While it is loading, only Cancel closes the dialog. */
  button?: Pick<ButtonProps, 'variant' | 'writes' | 'loading' | 'disabled'>;
  formRef?: Ref<HTMLFormElement>;
  children: ReactNode;
}

/** An open dialog with a form that its button or Enter submits. */
export function FormDialog({ submitLabel, onSubmit, onClose, button, formRef, children, ...dialog }: FormDialogProps) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => !open && !button?.loading && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" {...button} type="submit" form={id}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
