import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useUploads } from '#web/features/galleries/uploads/uploads-provider.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import { useHasPendingMutations } from '#web/lib/unsent-acts.ts';
import { useOnline } from '#web/lib/use-online.ts';

/**
 * Leaving a studio ends its uploads, and signing out deletes what this device has of it, with the changes that no
 * server has heard of yet: nothing brings either back, and it asks first.
 * @returns `leave` carries out an act at once or once it is confirmed; `dialog` is the question, to be rendered.
 */
export function useConfirmLeave({ signsOut = false } = {}): { leave: (act: () => void) => void; dialog: ReactNode } {
  const { t } = useTranslation('app');
  const { unfinished } = useUploads().summary;
  const unsent = useHasUnsavedChanges();
  const loses = signsOut && unsent;
  const [act, setAct] = useState<(() => void) | null>(null);
  const leave = (next: () => void) => (unfinished > 0 || loses ? setAct(() => next) : next());
  const dialog = (
    <ConfirmDialog
      open={act !== null}
      onOpenChange={(open) => !open && setAct(null)}
      title={unfinished > 0 ? t('leave.title', { count: unfinished }) : t('leave.unsentTitle')}
      description={[unfinished > 0 && t('leave.text'), loses && t('leave.unsentText')].filter(Boolean).join(' ')}
      confirmLabel={signsOut ? t('leave.signOut') : t('leave.act')}
      onConfirm={() => {
        setAct(null);
        act?.();
      }}
    />
  );
  return { leave, dialog };
}

/** Whether this device may hold changes that the server has not: also those of an earlier visit without a network. */
function useHasUnsavedChanges(): boolean {
  const { status } = useStore();
  const online = useOnline();
  const unsent = useHasPendingMutations(useAccount().id, status === 'connected');
  return unsent || !online || status === 'disconnected' || status === 'error';
}
