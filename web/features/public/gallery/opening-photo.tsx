import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { loadedTile } from '../photos/photo-image.tsx';

interface OpeningPhotoProps {
  photo: PublicPhoto;
  onShown: () => void;
  onClose: () => void;
}

/**
 * Answers a tap on a photo while the lightbox is still loading: with the grid's picture, enlarged, where the lightbox
 * shows its own.
 */
export function OpeningPhoto({ photo, onShown, onClose }: OpeningPhotoProps) {
  const { t } = useTranslation('common');
  const [tile] = useState(() => loadedTile(photo.id));
  const isShown = tile !== null;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (tile)
    return (
      // The margins of swipe.ts. Like the lightbox, it covers the scrollbar and enlarges no photo beyond its pixels.
      <button
        type="button"
        onClick={onClose}
        className="fixed inset-0 z-30 flex w-screen items-center justify-center bg-paper px-3 pt-15 pb-17 sm:px-17 sm:pt-16 sm:pb-10"
        data-opening
      >
        <img
          src={tile}
          alt={t('close')}
          className="size-full object-contain"
          style={{ maxWidth: photo.width, maxHeight: photo.height }}
        />
      </button>
    );
  return (
    <div className="pointer-events-none fixed inset-0 z-30 flex animate-appear items-center justify-center">
      <span className="rounded-control bg-raised px-4 py-3 shadow-lift">
        <Spinner text={t('loading')} />
      </span>
    </div>
  );
}
