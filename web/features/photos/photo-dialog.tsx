import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/photos/image-params.ts';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { BlurUpImage, RotatedImage } from '#web/components/ui/lists/image.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { imageSrc } from '#web/lib/photo-grid/image-src.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { placeholderUrl } from '#web/lib/photo-grid/thumbhash.ts';
import { displayRatio, pendingRotation } from '#core/domain/photos/photos.ts';
import type { PhotoRow } from './types.ts';
import { isTyping } from './use-undoable-mutation.ts';

interface PhotoDialogProps {
  title: string;
  /** Index of the photo among `total`. */
  index: number;
  total: number;
  /** Shows the photo of another index; null closes. */
  onShow: (index: number | null) => void;
  /** True while the arrow keys belong to the picture. */
  keysTaken?: boolean;
  picture: ReactNode;
  /** Details beside the picture, below it on a phone. */
  children: ReactNode;
}

/** One photo as large as the window permits, with details. Arrow keys and buttons show the one before and after. */
export function PhotoDialog({ title, index, total, onShow, keysTaken = false, picture, children }: PhotoDialogProps) {
  const { t } = useTranslation(['photos', 'common']);
  const step = (by: 1 | -1) => {
    if (index + by >= 0 && index + by < total) onShow(index + by);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || keysTaken || isTyping(event.target)) return;
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog open onOpenChange={(next) => !next && onShow(null)} title={title} size="full">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-col gap-3">
          {picture}
          <div className="flex items-center justify-between gap-4">
            <IconButton
              label={t('common:previous')}
              icon={<ChevronLeft aria-hidden />}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <span data-figures className="text-caption text-soft">
              {t('position', { number: index + 1, total })}
            </span>
            <IconButton
              label={t('common:next')}
              icon={<ChevronRight aria-hidden />}
              disabled={index === total - 1}
              onClick={() => step(1)}
            />
          </div>
        </div>
        {children}
      </div>
    </Dialog>
  );
}

/** Maximum height of the image. */
const HEIGHT = 'min(68dvh, 100dvh - 18rem)';

/** The photo, rotated by CSS until its new rendition is ready; `children` lie over it. */
export function LargePhoto({ photo, alt, children }: { photo: PhotoRow; alt: string; children?: ReactNode }) {
  const ready = useImagesReady();
  const ratio = displayRatio(photo);
  const src = imageSrc(photo.galleryId, photo.fileId, IMAGE_PRESETS.fullscreen);
  return (
    <div
      className="relative mx-auto w-full overflow-hidden rounded-print bg-sunken"
      style={{ aspectRatio: ratio, maxWidth: `calc(${ratio} * ${HEIGHT})` }}
    >
      <RotatedImage degrees={pendingRotation(photo)} ratio={ratio}>
        <BlurUpImage
          key={photo.id}
          alt={alt}
          src={ready && photo.status === 'ready' ? src : undefined}
          width={photo.width ?? 3}
          height={photo.height ?? 2}
          placeholder={placeholderUrl(photo.thumbhash)}
          eager
        />
      </RotatedImage>
      {children}
    </div>
  );
}
