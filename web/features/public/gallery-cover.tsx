import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoHash } from './photo-address.ts';
import { PhotoImage } from './photo-image.tsx';

interface GalleryCoverProps {
  galleryId: string;
  cover: PublicPhoto;
  onOpen: (photoId: string) => void;
}

/**
 * The cover from edge to edge. A landscape keeps its proportions until it would fill more than the window leaves for
 * the title; a portrait stands whole on a phone and, on a desk, beside its title (see gallery-opening.tsx).
 */
export function GalleryCover({ galleryId, cover, onOpen }: GalleryCoverProps) {
  const { t } = useTranslation('public');
  return (
    <a
      href={photoHash(cover.id)}
      className="relative block max-h-[80svh] w-full -outline-offset-4"
      style={{ aspectRatio: `${cover.width} / ${cover.height}` }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(cover.id);
      }}
    >
      <PhotoImage galleryId={galleryId} photo={cover} alt={t('cover')} sizes="100vw" eager />
    </a>
  );
}
