import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS, imageUrl } from '#core/domain/image-params.ts';
import { Picture } from '#web/components/ui/picture.tsx';
import { useImagesReady } from '#web/lib/image-token.tsx';
import { placeholderUrl } from '#web/lib/thumbhash.ts';
import type { GalleryListRow } from './gallery-rows.ts';

/** A gallery's cover on its mount: whole, never cropped. Without one the mount stays bare. */
export function Cover({ gallery }: { gallery: Pick<GalleryListRow, 'id' | 'coverPhoto'> }) {
  const { t } = useTranslation('galleries');
  const ready = useImagesReady();
  const photo = gallery.coverPhoto;
  if (!photo || photo.status !== 'ready' || !photo.width || !photo.height) {
    return (
      <div className="flex aspect-[4/3] items-center justify-center bg-sunken p-6">
        <span className="text-caption text-soft">{t('noCover')}</span>
      </div>
    );
  }
  const portrait = photo.height > photo.width;
  return (
    <div className="flex aspect-[4/3] items-center justify-center bg-sunken p-5">
      <div
        className={portrait ? 'relative h-full' : 'relative max-h-full w-full'}
        style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
      >
        <Picture
          alt=""
          src={ready ? imageUrl(gallery.id, photo.fileId, IMAGE_PRESETS.preview) : undefined}
          width={photo.width}
          height={photo.height}
          placeholder={placeholderUrl(photo.thumbhash)}
        />
      </div>
    </div>
  );
}
