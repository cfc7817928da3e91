import { FolderOpen, ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { FilePicker } from '#web/components/ui/upload-dropzone.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { formatLocale } from '#web/lib/format.ts';
import { ACCEPTED_FILE_TYPES } from './file-check.ts';
import type { ResumableUpload } from './unfinished.ts';
import { useUploads } from './uploads-provider.tsx';

/** Names that are told; a folder has them all. */
const NAMED = 5;

/** After a reload or a crash: what has not arrived, and how it goes on. The browser has no hold of the files any more. */
export function ResumeBanner({ galleryId, unfinished }: { galleryId: string; unfinished: readonly ResumableUpload[] }) {
  const { t } = useTranslation('uploads');
  const { resumeFrom, discard } = useUploads();
  const count = unfinished.length;
  if (count === 0) return null;
  const take = (files: File[]) => void resumeFrom(galleryId, files, unfinished);
  const names = unfinished.slice(0, NAMED).map(({ filename }) => filename);
  if (count > NAMED) names.push(t('more', { count: count - NAMED }));
  return (
    <Banner tone="warning" title={t('unfinished.title', { count })}>
      <p>{t('unfinished.text')}</p>
      <p className="mt-1 text-caption wrap-anywhere">
        {new Intl.ListFormat(formatLocale(currentLanguage()), { type: 'unit' }).format(names)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <FilePicker
          label={t('unfinished.files')}
          icon={<ImagePlus />}
          multiple
          accept={ACCEPTED_FILE_TYPES}
          onFiles={take}
        />
        <FilePicker
          label={t('unfinished.folder')}
          icon={<FolderOpen />}
          folder
          onFiles={take}
          className="max-md:hidden"
        />
        <Button variant="quiet" onClick={() => discard(galleryId, unfinished)}>
          {t('unfinished.forget')}
        </Button>
      </div>
    </Banner>
  );
}
