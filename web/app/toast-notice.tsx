import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { MutationNotifierProvider } from '#web/lib/act.tsx';

/** Outcomes of acts as toasts. */
export function MutationToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const notice = useMemo(
    () => ({
      done: (title: string, onUndo?: () => void) => toast({ title, ...(onUndo && { onUndo }) }),
      failed: (code: string) =>
        toast({ title: t(code as 'internal', { defaultValue: t('internal') }), tone: 'danger' as const }),
    }),
    [t, toast],
  );
  return <MutationNotifierProvider notice={notice}>{children}</MutationNotifierProvider>;
}
