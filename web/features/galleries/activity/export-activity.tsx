import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { GalleryRow } from '../gallery-rows.ts';

/** The whole activity as a table for other programs. */
export function ExportActivity({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation(['activity', 'errors']);
  const api = useApi();
  const toast = useToast();
  const [loading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      const file = await api.galleries.activity({ params: { galleryId: gallery.id } });
      saveFile(file, `${t('file', { name: gallery.name })}.csv`);
    } catch (error) {
      toast({ title: t(`errors:${errorCode(error) as 'unknown'}`), tone: 'danger' });
    }
    setLoading(false);
  };
  return (
    <Button icon={<Download />} className="shrink-0" loading={loading} onClick={() => void save()}>
      {t('export')}
    </Button>
  );
}
