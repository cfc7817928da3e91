import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FocalPointPicker, type FocalPoint } from '#web/components/ui/focal-point-picker.tsx';
import { imageSrc } from '#web/lib/image-src.ts';
import { cropPosition } from './crop-position.ts';
import { displayRatio, type PhotoRow } from './photo-rows.ts';

const MIDDLE: FocalPoint = { x: 0.5, y: 0.5 };

interface FocalEditorProps {
  photo: PhotoRow;
  /** Null leaves it to what draws attention in the picture. */
  onDone: (focal: FocalPoint | null) => void;
  onCancel: () => void;
}

/** Where crops keep their eye, with the square that comes of it. */
export function FocalEditor({ photo, onDone, onCancel }: FocalEditorProps) {
  const { t } = useTranslation(['photos', 'common']);
  const { focalX: x, focalY: y } = photo;
  const [focal, setFocal] = useState<FocalPoint>(x === null || y === null ? MIDDLE : { x, y });
  const src = imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen);
  const ratio = displayRatio(photo);
  return (
    <div className="flex flex-col gap-4">
      <div className="mx-auto w-full" style={{ maxWidth: `calc(${ratio} * 52dvh)` }}>
        <FocalPointPicker
          src={src}
          alt={photo.filename}
          width={photo.width ?? 3}
          height={photo.height ?? 2}
          value={focal}
          onChange={setFocal}
        />
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <figure className="flex items-center gap-3">
          <img
            src={src}
            alt=""
            className="size-20 rounded-print bg-sunken object-cover"
            style={{ objectPosition: cropPosition(focal, ratio) }}
          />
          <figcaption className="max-w-40 text-caption text-soft">{t('focal.square')}</figcaption>
        </figure>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button onClick={() => onDone(null)} disabled={x === null}>
            {t('focal.automatic')}
          </Button>
          <Button variant="primary" onClick={() => onDone(focal)}>
            {t('focal.save')}
          </Button>
        </div>
      </div>
    </div>
  );
}
