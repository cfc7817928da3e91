import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { PhotoFrame } from '#web/components/ui/mount.tsx';
import { imageSrc } from '#web/lib/image-src.ts';
import { useImagesReady } from '#web/lib/image-token.tsx';
import { placeholderUrl } from '#web/lib/thumbhash.ts';
import type { GalleryListRow } from './gallery-rows.ts';

interface CoverProps {
  gallery: Pick<GalleryListRow, 'id' | 'coverPhoto'>;
  /** Beside a line of text, where there is no room for words on the mount. */
  small?: boolean;
}

/** A gallery's cover on its mount: whole, never cropped. Without one the mount stays bare. */
export function Cover({ gallery, small = false }: CoverProps) {
  const { t } = useTranslation('galleries');
  const ready = useImagesReady();
  const photo = gallery.coverPhoto;
  if (photo?.status !== 'ready' || !photo.width || !photo.height)
    return <PhotoFrame>{!small && t('noCover')}</PhotoFrame>;
  return (
    <PhotoFrame
      photo={{
        src: ready ? imageSrc(gallery.id, photo.fileId, IMAGE_PRESETS.preview) : undefined,
        width: photo.width,
        height: photo.height,
        placeholder: placeholderUrl(photo.thumbhash),
      }}
    />
  );
}
