import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useUploads } from '#web/features/galleries/uploads/uploads-provider.tsx';

/**
 * Leaving a studio ends its uploads, which nothing brings back: while some are on their way it asks first.
 * @returns `leave` carries out an act at once or once it is confirmed; `dialog` is the question, to be rendered.
 */
export function useLeave(): { leave: (act: () => void) => void; dialog: ReactNode } {
  const { t } = useTranslation('app');
  const { unfinished } = useUploads().summary;
  const [act, setAct] = useState<(() => void) | null>(null);
  const leave = (next: () => void) => (unfinished > 0 ? setAct(() => next) : next());
  const dialog = (
    <ConfirmDialog
      open={act !== null}
      onOpenChange={(open) => !open && setAct(null)}
      title={t('leave.title', { count: unfinished })}
      description={t('leave.text')}
      confirmLabel={t('leave.act')}
      onConfirm={() => {
        setAct(null);
        act?.();
      }}
    />
  );
  return { leave, dialog };
}
