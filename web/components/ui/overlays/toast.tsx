import { Check, CircleAlert, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../inputs/button.tsx';

interface ToastMessage {
  /** The result in a few words. */
  title: string;
  detail?: string | undefined;
  tone?: 'neutral' | 'danger';
  /** Reverts the action; the toast then offers "Undo". */
  onUndo?: (() => void) | undefined;
  /** A choice besides Undo. */
  action?: { label: string; onSelect: () => void } | undefined;
}

interface ToastProps extends ToastMessage {
  duration: number;
  onClose: () => void;
}

function Toast({ title, detail, tone = 'neutral', onUndo, action, duration, onClose }: ToastProps) {
  const { t } = useTranslation('common');
  const choices = [...(onUndo ? [{ label: t('undo'), onSelect: onUndo }] : []), ...(action ? [action] : [])];
  const buttons = choices.map(({ label, onSelect }) => (
    <Primitive.Action key={label} asChild altText={label}>
      <Button variant="quiet" onClick={onSelect} className="text-paper! underline hover:bg-transparent!">
        {label}
      </Button>
    </Primitive.Action>
  ));
  const Icon = tone === 'danger' ? CircleAlert : Check;
  return (
    <Primitive.Root
      duration={duration}
      type={tone === 'danger' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onClose()}
      className="flex min-h-14 animate-rise items-center gap-3 rounded-control bg-ink py-1 pr-1.5 pl-4 text-paper shadow-lift data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 grow py-2">
        <Primitive.Title className="line-clamp-3 font-medium wrap-anywhere">{title}</Primitive.Title>
        {detail && <Primitive.Description className="text-caption">{detail}</Primitive.Description>}
        {/* Two choices do not fit beside the text on a phone. */}
        {action && <div className="-mb-2 -ml-4 flex">{buttons}</div>}
      </div>
      {!action && buttons}
      <Primitive.Close asChild>
        <IconButton label={t('dismiss')} icon={<X aria-hidden />} className="text-paper! hover:bg-transparent!" />
      </Primitive.Close>
    </Primitive.Root>
  );
}

/** Time for Undo (docs/decisions/interface.md). Radix pauses the timer while a pointer or the focus is on the toast. */
export const TOAST_MS = 8_000;

/** Maximum number of toasts; older ones are removed. A phone shows the newest alone: more would cover the page. */
const AT_MOST = 3;

interface Toasts {
  show: (message: ToastMessage) => void;
  clear: () => void;
}

/** Title of a toast that is shown from the start: what the page before has done. */
export const FirstToastContext = createContext<string | null>(null);

const ToastContext = createContext<Toasts | null>(null);

/** Shows toasts at the bottom of the screen, above the upload panel, in a live region (F8 moves the focus there). */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const first = use(FirstToastContext);
  const [toasts, setToasts] = useState<readonly (ToastMessage & { id: string })[]>(
    first === null ? [] : [{ id: 'first', title: first }],
  );
  const show = useCallback((message: ToastMessage) => {
    setToasts((shown) => [...shown, { ...message, id: crypto.randomUUID() }].slice(-AT_MOST));
  }, []);
  const value = useMemo(() => ({ show, clear: () => setToasts([]) }), [show]);
  const close = (id: string) => setToasts((shown) => shown.filter((toast) => toast.id !== id));
  return (
    <Primitive.Provider label={t('notifications')} swipeDirection="right">
      <ToastContext value={value}>{children}</ToastContext>
      {toasts.map(({ id, ...message }) => (
        <Toast key={id} {...message} duration={TOAST_MS} onClose={() => close(id)} />
      ))}
      {/* A dialog has its buttons at the bottom: toasts are at the top then. */}
      <Primitive.Viewport
        label={`${t('notifications')} ({hotkey})`}
        className="pointer-events-auto fixed inset-x-3 bottom-[calc(5rem+var(--panel-height,0px))] z-60 max-md:[html:has([data-scrim])_&]:top-3 max-md:[html:has([data-scrim])_&]:bottom-auto flex flex-col gap-2 max-md:[&>li:not(:last-child)]:hidden md:inset-x-auto md:right-6 md:bottom-[calc(1.5rem+var(--panel-height,0px))] md:[html:has([data-scrim])_&]:top-6 md:[html:has([data-scrim])_&]:bottom-auto md:w-96"
      />
    </Primitive.Provider>
  );
}

/** `const toast = useToast(); toast({ title, onUndo })` */
export function useToast(): Toasts['show'] {
  return useToasts().show;
}

/** Clears all toasts, e.g. on account switch. */
export function useClearToasts(): Toasts['clear'] {
  return useToasts().clear;
}

function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
}
