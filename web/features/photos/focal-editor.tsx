import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { type FocalPoint, FocalPointPicker } from '#web/components/ui/inputs/focal-point-picker.tsx';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { displayRatio } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from './types.ts';

/**
 * Returns the CSS `object-position` of a square crop that matches the server's (functions/images/decoder/geometry.ts): centred
 * on the point, as far as the image reaches.
 * @param ratio width divided by height of the image
 */
export function cropPosition({ x, y }: FocalPoint, ratio: number): string {
  const along = (point: number, part: number) => {
    if (part >= 1) return 50;
    const from = Math.min(1 - part, Math.max(0, point - part / 2));
    return (from / (1 - part)) * 100;
  };
  return `${along(x, 1 / ratio)}% ${along(y, ratio)}%`;
}

const MIDDLE: FocalPoint = { x: 0.5, y: 0.5 };

interface FocalEditorProps {
  photo: PhotoRow;
  /** Null resets to automatic cropping. */
  onDone: (focal: FocalPoint | null) => void;
  onCancel: () => void;
}

/** Edits the focal point of a photo and previews the square crop. */
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
