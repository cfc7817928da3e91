import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';

/**
 * Runs an API request and reports its result in a toast.
 * @returns `call` resolves to true on success; `busy` is true while it runs
 */
export function useApiCall() {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const call = useCallback(
    async (request: () => Promise<unknown>, done?: string): Promise<boolean> => {
      setBusy(true);
      try {
        await request();
        if (done) toast({ title: done });
        return true;
      } catch (error) {
        toast({ title: t(errorCode(error) as 'unknown', { defaultValue: t('unknown') }), tone: 'danger' });
        return false;
      } finally {
        setBusy(false);
      }
    },
    [t, toast],
  );
  return { call, busy };
}
