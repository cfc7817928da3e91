import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '#web/components/ui/upload-dropzone.tsx';
import { drawFile, type DrawnImage } from './draw-mark.ts';

const ACCEPTED = 'image/png,image/svg+xml,image/webp,image/jpeg';

interface ImageSourceProps {
  /** There is a picture already. */
  present: boolean;
  /** Saving was tried without one. */
  missing: boolean;
  onDrawn: (drawn: DrawnImage) => void;
}

/** A logo from a file, drawn here: what is sent is the drawing. */
export function ImageSource({ present, missing, onDrawn }: ImageSourceProps) {
  const { t } = useTranslation('watermarks');
  const [failed, setFailed] = useState(false);
  const take = async ([file]: File[]) => {
    if (!file) return;
    try {
      onDrawn(await drawFile(file));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  const problem = failed ? t('imageFailed') : missing && !present ? t('imageNeeded') : null;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="text-caption font-medium">{t('image')}</span>
      <FilePicker
        label={t(present ? 'replace' : 'choose')}
        icon={<ImagePlus />}
        accept={ACCEPTED}
        onFiles={(files) => void take(files)}
      />
      <p className="text-caption text-soft">{t('imageHint')}</p>
      {problem && (
        <p role="alert" className="text-caption text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
