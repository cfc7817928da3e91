import { Check, CircleAlert, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export interface ToastMessage {
  /** What has happened, in a few words. */
  title: string;
  detail?: string;
  tone?: 'neutral' | 'danger';
  /** Takes the act back; the toast then offers "Undo". */
  onUndo?: () => void;
}

interface ToastProps extends ToastMessage {
  duration: number;
  onClose: () => void;
}

export function Toast({ title, detail, tone = 'neutral', onUndo, duration, onClose }: ToastProps) {
  const { t } = useTranslation('common');
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
        <Primitive.Title className="line-clamp-3 font-medium">{title}</Primitive.Title>
        {detail && <Primitive.Description className="text-caption">{detail}</Primitive.Description>}
      </div>
      {onUndo && (
        <Primitive.Action asChild altText={t('undo')}>
          <Button variant="quiet" onClick={onUndo} className="text-paper! underline hover:bg-transparent!">
            {t('undo')}
          </Button>
        </Primitive.Action>
      )}
      <Primitive.Close asChild>
        <IconButton label={t('dismiss')} icon={<X aria-hidden />} className="text-paper! hover:bg-transparent!" />
      </Primitive.Close>
    </Primitive.Root>
  );
}
