import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { BlurUpImage } from '#web/components/ui/picture.tsx';
import { RotatedImage } from '#web/components/ui/turned.tsx';
import { imageSrc } from '#web/lib/image-src.ts';
import { useImagesReady } from '#web/lib/image-token.tsx';
import { displayRatio, pendingRotation, type PhotoRow } from './photo-rows.ts';

/** How much of the window's height the picture may take. */
const HEIGHT = 'min(68dvh, 100dvh - 18rem)';

/** The photograph, turned as it is wanted even before it has been made so. */
export function ViewerPicture({ photo }: { photo: PhotoRow }) {
  const { t } = useTranslation('photos');
  const ready = useImagesReady();
  const ratio = displayRatio(photo);
  const isChanging = photo.status === 'ready' && photo.lookVersion !== photo.renderedVersion;
  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-print bg-sunken"
      style={{ aspectRatio: ratio, maxWidth: `calc(${ratio} * ${HEIGHT})` }}
    >
      <RotatedImage degrees={pendingRotation(photo)} ratio={ratio}>
        <BlurUpImage
          alt={photo.filename}
          src={
            ready && photo.status === 'ready'
              ? imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen)
              : undefined
          }
          width={photo.width ?? 3}
          height={photo.height ?? 2}
          placeholder={null}
          eager
        />
      </RotatedImage>
      <output>
        {isChanging && (
          <span className="absolute right-2 bottom-2 rounded-print bg-raised px-2 py-0.5 text-caption text-soft">
            {t('changing')}
          </span>
        )}
      </output>
    </div>
  );
}
