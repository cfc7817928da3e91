import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { UploadDropzone } from '#web/components/ui/upload-dropzone.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import type { GalleryRow } from '../gallery-rows.ts';
import { ACCEPTED_FILE_TYPES } from '../uploads/file-check.ts';
import { ResumeBanner } from '../uploads/unfinished-banner.tsx';
import { useResumableUploads } from '../uploads/use-unfinished.ts';
import { useUploads } from '../uploads/uploads-provider.tsx';
import { PhotoManager } from './photos-desk.tsx';
import { usePageDrop } from './use-page-drop.ts';

/** What comes in, and below it what is there. */
export function PhotosTab({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const { add } = useUploads();
  const [rows, { type }] = useQuery(queries.galleries.photos({ galleryId: gallery.id }));
  const [sections] = useQuery(queries.galleries.sections({ galleryId: gallery.id }));
  const mayUpload = can(role, 'photos.upload');
  const unfinished = useResumableUploads(gallery.id, rows);
  const upload = (files: File[]) => add(gallery.id, files, unfinished);
  usePageDrop(mayUpload, upload);
  const isEmpty = rows.length === 0;
  const dropzone = mayUpload && (
    <UploadDropzone
      title={t(isEmpty ? 'drop.first' : 'drop.more')}
      hint={t('drop.hint')}
      chooseFilesLabel={t('drop.files')}
      chooseFolderLabel={t('drop.folder')}
      accept={ACCEPTED_FILE_TYPES}
      compact={!isEmpty}
      onFiles={upload}
    />
  );
  if (isEmpty && sections.length === 0) {
    if (type !== 'complete' && (gallery.stats?.photoCount ?? 0) > 0) return <LoadingPlaceholder className="h-96" />;
    return dropzone || <p className="text-soft">{t('empty')}</p>;
  }
  return (
    <div className="flex flex-col gap-5">
      {mayUpload && <ResumeBanner galleryId={gallery.id} unfinished={unfinished} />}
      {dropzone}
      <PhotoManager gallery={gallery} rows={rows} sections={sections} />
    </div>
  );
}
