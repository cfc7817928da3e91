import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { ACCEPTED_FILE_TYPES } from '../uploads/file-check.ts';
import { useUploads } from '../uploads/uploads-provider.tsx';
import type { PhotoRow } from './photo-rows.ts';

/** Another file for the same photo: its place, its section and its address stay. */
export function ReplaceButton({ photo, disabled }: { photo: PhotoRow; disabled: boolean }) {
  const { t } = useTranslation('photos');
  const { replace } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="quiet"
        icon={<ImageUp />}
        disabled={disabled}
        onClick={() => input.current?.click()}
        className="justify-start!"
      >
        {t('replace.open')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_FILE_TYPES}
        aria-label={t('replace.choose', { name: photo.filename })}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) replace(photo.galleryId, photo.id, file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
