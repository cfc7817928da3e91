import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorReference } from '#web/lib/api/api-context.tsx';
import { useToast } from '../ui/overlays/toast.tsx';

/**
 * Runs API requests and reports their results in toasts.
 * @param showsFailure true if the caller shows `failure`, an `errors:` code, itself: failures have no toast then
 * @returns `call` resolves to true on success; `busy` is true while it runs
 */
export function useApiCall({ showsFailure = false } = {}) {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const call = useCallback(
    async (request: () => Promise<unknown>, done?: string): Promise<boolean> => {
      setBusy(true);
      setFailure(null);
      try {
        await request();
        if (done) toast({ title: done });
        return true;
      } catch (error) {
        const code = errorCode(error);
        if (showsFailure) setFailure(code);
        else {
          const reference = errorReference(error);
          const detail = reference && t('reference', { reference });
          toast({ title: t(code as 'unknown', { defaultValue: t('unknown') }), detail, tone: 'danger' });
        }
        return false;
      } finally {
        setBusy(false);
      }
    },
    [t, toast, showsFailure],
  );
  return { call, busy, failure, setFailure };
}
