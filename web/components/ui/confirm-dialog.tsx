import { clsx } from 'clsx';
import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { dialogClass, Scrim } from './dialog-surface.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question: "Delete gallery “Ana & Pau”?" */
  title: string;
  /** Names what will be lost. */
  description: string;
  /** A verb: "Delete gallery". */
  confirmLabel: string;
  onConfirm: () => void;
  loading?: boolean;
  /** `danger` (default) where something is lost. */
  tone?: 'danger' | 'primary';
}

/** Only for what cannot be undone; everything else acts at once and offers undo in a toast. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <Scrim />
        <AlertDialog.Content {...returnFocus} className={clsx(dialogClass, 'md:max-w-md')}>
          <div className="flex flex-col gap-2 p-5 md:p-6">
            <AlertDialog.Title className="text-lead font-semibold">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="text-soft">{props.description}</AlertDialog.Description>
          </div>
          <div className="flex flex-col-reverse gap-2 p-4 pt-0 md:flex-row md:justify-end md:px-6 md:pb-6">
            <AlertDialog.Cancel asChild>
              <Button>{t('cancel')}</Button>
            </AlertDialog.Cancel>
            <Button variant={props.tone ?? 'danger'} loading={props.loading ?? false} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
