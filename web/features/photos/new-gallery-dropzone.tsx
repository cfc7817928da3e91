import { useTranslation } from 'react-i18next';
import { UploadDropzone } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { ACCEPTED_FILE_TYPES } from '#web/features/uploads/file-check.ts';

/** Accepts the photos that start a gallery. */
export function NewGalleryDropzone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation(['photos', 'galleries']);
  return (
    <UploadDropzone
      title={t('galleries:new.drop')}
      hint={t('galleries:new.dropHint')}
      chooseFilesLabel={t('drop.files')}
      chooseFolderLabel={t('drop.folder')}
      accept={ACCEPTED_FILE_TYPES}
      onFiles={onFiles}
    />
  );
}
