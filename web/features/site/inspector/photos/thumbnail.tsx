import { clsx } from 'clsx';
import { ImageOff } from 'lucide-react';
import { IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';

interface ThumbnailProps {
  /** Absent while it loads, and for a photo that is gone. */
  photo: { galleryId: string; fileId: string; status: string; thumbhash?: string | null } | undefined;
  isGone?: boolean;
  className?: string;
}

/** A photo cropped to a square around its focal point. Decorative: a name is beside it. */
export function Thumbnail({ photo, isGone = false, className }: ThumbnailProps) {
  const isReady = useImagesReady() && photo?.status === 'ready';
  const placeholder = placeholderUrl(photo?.thumbhash);
  return (
    <span className={clsx('relative block aspect-square overflow-hidden rounded-print bg-sunken', className)}>
      {placeholder && <img aria-hidden src={placeholder} alt="" className="absolute inset-0 size-full object-cover" />}
      {isReady && (
        <img
          src={imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.thumbnail)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {isGone && <ImageOff aria-hidden className="absolute inset-0 m-auto size-5 text-soft" strokeWidth={1.5} />}
    </span>
  );
}
