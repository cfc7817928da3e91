import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { loadedTile } from '../photos/photo-image.tsx';

interface OpeningPhotoProps {
  photoId: string;
  onShown: () => void;
  onClose: () => void;
}

/**
 * Answers a tap on a photo while the lightbox is still loading: with the grid's picture, enlarged, where the lightbox
 * shows its own.
 */
export function OpeningPhoto({ photoId, onShown, onClose }: OpeningPhotoProps) {
  const { t } = useTranslation('common');
  const [tile] = useState(() => loadedTile(photoId));
  const isShown = tile !== null;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  if (tile)
    return (
      // The margins of swipe.ts.
      <button
        type="button"
        onClick={onClose}
        className="fixed inset-0 z-30 bg-paper px-3 pt-15 pb-17 sm:px-17 sm:pt-16 sm:pb-10"
        data-opening
      >
        <img src={tile} alt={t('close')} className="size-full object-contain" />
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
