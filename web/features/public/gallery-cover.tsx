import { useTranslation } from 'react-i18next';
import type { PublicPhoto } from '#core/api/public.ts';
import { photoHash } from './photo-address.ts';
import { PhotoImage } from './photo-image.tsx';

interface GalleryCoverProps {
  galleryId: string;
  cover: PublicPhoto;
  onOpen: (photoId: string) => void;
}

/** The cover, whole and in its own proportions; how wide it stands is the opening's business. */
export function GalleryCover({ galleryId, cover, onOpen }: GalleryCoverProps) {
  const { t } = useTranslation('public');
  return (
    <a
      href={photoHash(cover.id)}
      className="block -outline-offset-4"
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
