import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { DropOverlay, UploadDropzone } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ACCEPTED_FILE_TYPES } from '#web/features/uploads/file-check.ts';
import { ResumeBanner, useResumableUploads } from '#web/features/uploads/resume-banner.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { usePageDrop } from '#web/lib/browser/use-page-drop.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { PhotoManager } from './photo-manager.tsx';
import { useFolderUpload } from './use-folder-upload.ts';

/** Latest photos in the gallery's trash; Undo of a larger deletion waits for the server. */
const UNDO_ROWS = 500;

/** Photos tab of a gallery: a field for the first photos, later the photos with their toolbar. */
export function PhotosTab({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const [rows, { type }] = useQuery(queries.galleries.photos({ galleryId: gallery.id }));
  const [sections, { type: ofSections }] = useQuery(queries.galleries.sections({ galleryId: gallery.id }));
  // Keeps the rows of photos that were just deleted, so that Undo shows them before the server's answer. Requested after
  // the photos, which it would delay.
  const canUndo = type === 'complete' && can(role, 'photos.delete');
  useQuery(canUndo && queries.galleries.trashedPhotos({ galleryId: gallery.id, limit: UNDO_ROWS }));
  const mayUpload = can(role, 'photos.upload');
  const unfinished = useResumableUploads(gallery.id, rows);
  const uploadFolders = useFolderUpload();
  const upload = (files: File[]) => void uploadFolders(gallery.id, sections, files, unfinished);
  const isEmpty = rows.length === 0;
  const isOver = usePageDrop({ enabled: mayUpload, pastes: !isEmpty, onFiles: upload });
  const isNew = isEmpty && (gallery.stats?.photoCount ?? 0) === 0;
  const isSettled = useSettled({
    isComplete: isNew || (type === 'complete' && ofSections === 'complete'),
    hasRows: !isEmpty,
  });
  const dropzone = mayUpload && isEmpty && (
    <UploadDropzone
      title={t('drop.first')}
      hint={t('drop.hint')}
      chooseFilesLabel={t('drop.files')}
      chooseFolderLabel={t('drop.folder')}
      accept={ACCEPTED_FILE_TYPES}
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
      <PhotoManager
        gallery={gallery}
        rows={rows}
        sections={sections}
        onUpload={mayUpload && !isEmpty ? upload : null}
      />
      {isOver && !isEmpty && <DropOverlay label={t('drop.here')} />}
    </div>
  );
}
