import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';
import { saveFile } from '#web/lib/browser/files.ts';

/** Returns a function that fetches and downloads a file; a failure shows a toast. */
export function useFileDownload() {
  const { t } = useTranslation('errors');
  const toast = useToast();
  const [loading, setLoading] = useState(false);
  const save = async (fetched: Promise<Blob>, name: string) => {
    setLoading(true);
    try {
      saveFile(await fetched, name);
    } catch (error) {
      toast({ title: t(errorCode(error) as 'unknown'), tone: 'danger' });
    }
    setLoading(false);
  };
  return { save, loading };
}
