import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dialogClass, Scrim } from './dialog-surface.tsx';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the primary one last. On a phone they stay within reach of the thumb. */
  footer?: ReactNode;
  size?: 'regular' | 'wide' | 'full';
}

const WIDTHS = { regular: 'md:max-w-lg', wide: 'md:max-w-2xl', full: 'md:max-w-6xl' } as const;

/** A dialog; on phones a sheet from below. Traps focus and gives it back. */
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
            <Primitive.Title className="text-lead font-semibold">{title}</Primitive.Title>
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
