import { useQuery } from '@rocicorp/zero/react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { UploadDropzone } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ACCEPTED_FILE_TYPES } from '#web/features/uploads/file-check.ts';
import { ResumeBanner, useResumableUploads } from '#web/features/uploads/resume-banner.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { readDroppedFiles } from '#web/lib/browser/files.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { PhotoManager } from './photo-manager.tsx';
import { useFolderUpload } from './use-folder-upload.ts';

/** Accepts files dropped anywhere on the page. Otherwise the browser would open them and leave the app. */
function usePageDrop(enabled: boolean, onFiles: (files: File[]) => void): void {
  const drop = useEffectEvent(async (event: DragEvent) => {
    // The upload field has handled the drop.
    if (event.defaultPrevented || !event.dataTransfer) return;
    event.preventDefault();
    const files = await readDroppedFiles(event.dataTransfer);
    if (enabled && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => void drop(event);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
}

/** Photos tab of a gallery: uploads above, photos below. */
export function PhotosTab({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const [rows, { type }] = useQuery(queries.galleries.photos({ galleryId: gallery.id }));
  const [sections, { type: ofSections }] = useQuery(queries.galleries.sections({ galleryId: gallery.id }));
  const mayUpload = can(role, 'photos.upload');
  const unfinished = useResumableUploads(gallery.id, rows);
  const uploadFolders = useFolderUpload(gallery.id, sections);
  const upload = (files: File[]) => void uploadFolders(files, unfinished);
  usePageDrop(mayUpload, upload);
  const isEmpty = rows.length === 0;
  const isNew = isEmpty && (gallery.stats?.photoCount ?? 0) === 0;
  const isSettled = useSettled({
    isComplete: isNew || (type === 'complete' && ofSections === 'complete'),
    hasRows: !isEmpty,
  });
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
  if (!isSettled || (isEmpty && !isNew && type !== 'complete')) return <LoadingPlaceholder className="h-96" />;
  if (isEmpty && sections.length === 0) {
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
