import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IMAGE_PRESETS } from '#core/domain/image-params.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Picture } from '#web/components/ui/picture.tsx';
import { imageSrc } from '#web/lib/image-src.ts';
import { useImagesReady } from '#web/lib/image-token.tsx';
import { PhotoFacts } from './photo-facts.tsx';
import { ratioOf, type PhotoRow } from './photo-rows.ts';

interface PhotoViewerProps {
  photos: readonly PhotoRow[];
  /** Which is open; null when none is. */
  photoId: string | null;
  onShow: (photoId: string | null) => void;
}

/** One photo as large as the window allows, with what is known of it. */
export function PhotoViewer({ photos, photoId, onShow }: PhotoViewerProps) {
  const { t } = useTranslation(['photos', 'common']);
  const ready = useImagesReady();
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  const step = (by: 1 | -1) => {
    const next = photos[index + by];
    if (next) onShow(next.id);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  });
  const open = photo !== undefined;
  useEffect(() => {
    if (!open) return;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  if (!photo) return null;
  return (
    <Dialog open onOpenChange={(next) => !next && onShow(null)} title={photo.filename} size="wide">
      <div className="relative mx-auto max-h-[60dvh] w-full" style={{ aspectRatio: ratioOf(photo) }}>
        <Picture
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
      </div>
      <div className="flex items-center justify-between gap-4">
        <IconButton
          label={t('common:previous')}
          icon={<ChevronLeft aria-hidden />}
          disabled={index === 0}
          onClick={() => step(-1)}
        />
        <span data-figures className="text-caption text-soft">
          {t('position', { number: index + 1, total: photos.length })}
        </span>
        <IconButton
          label={t('common:next')}
          icon={<ChevronRight aria-hidden />}
          disabled={index === photos.length - 1}
          onClick={() => step(1)}
        />
      </div>
      <PhotoFacts photo={photo} />
    </Dialog>
  );
}
