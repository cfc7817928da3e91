import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { AlertDialog, Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../inputs/button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** A bottom sheet on phones, a centred card from 48rem. */
const dialogClass = [
  'fixed z-50 flex flex-col bg-raised text-ink shadow-lift focus:outline-none',
  'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-sheet pb-safe animate-sheet',
  'md:inset-0 md:m-auto md:h-fit md:w-[calc(100%-4rem)] md:rounded-sheet md:pb-0 md:animate-rise',
].join(' ');

/** Replaces Radix's overlay, which injects a style element that the CSP refuses. It also locks the page's scroll. */
export function Scrim() {
  return <div data-scrim aria-hidden className="fixed inset-0 z-50 animate-appear bg-scrim" />;
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. On phones they stay at the bottom. */
  footer?: ReactNode;
  size?: 'regular' | 'wide' | 'full';
}

const WIDTHS = { regular: 'md:max-w-lg', wide: 'md:max-w-2xl', full: 'md:max-w-6xl' } as const;

/** A dialog, on phones a bottom sheet. Traps and returns the focus. */
export function Dialog({ open, onOpenChange, title, description, children, footer, size = 'regular' }: DialogProps) {
  const { t } = useTranslation('common');
  const returnFocus = useReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Scrim />
        <Primitive.Content
          {...returnFocus}
          className={clsx(dialogClass, WIDTHS[size])}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-4 p-5 pb-0 md:p-6 md:pb-0">
            <Primitive.Title className="min-w-0 text-lead font-semibold wrap-anywhere">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={t('close')} icon={<X aria-hidden />} className="-mt-2.5 -mr-2.5" />
            </Primitive.Close>
          </header>
          <div className="flex min-h-0 flex-col gap-5 overflow-y-auto overscroll-contain p-5 pt-2 md:p-6 md:pt-2">
            {description && <Primitive.Description className="measure text-soft">{description}</Primitive.Description>}
            {children}
          </div>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-col-reverse gap-2 border-t border-line p-4 md:flex-row md:justify-end md:px-6">
      {children}
    </footer>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question: "Delete gallery “Ana & Pau”?" */
  title: string;
  /** Names the data that will be lost. */
  description: string;
  /** A verb: "Delete gallery". */
  confirmLabel: string;
  onConfirm: () => void;
  loading?: boolean;
  /** `danger` (default) if data is lost. */
  tone?: 'danger' | 'primary';
}

/** Only for irreversible or surprising actions; others run immediately and offer undo in a toast. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <Scrim />
        <AlertDialog.Content {...returnFocus} className={clsx(dialogClass, 'md:max-w-md')}>
          <div className="flex flex-col gap-2 p-5 md:p-6">
            <AlertDialog.Title className="text-lead font-semibold wrap-anywhere">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="wrap-anywhere text-soft">{props.description}</AlertDialog.Description>
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
