import { LoaderCircle } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalGallery } from '#core/api/portal.ts';
import type { PublicPhoto } from '#core/api/public.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { PhotoImage } from '../photos/photo-image.tsx';
import { GalleryAccessContext, useRenewOnResume } from '../shell/gallery-access-context.ts';
import { GalleryAccessClient } from '../shell/gallery-access.ts';
import type { Opening } from './opening.ts';
import type { PortalApi } from './portal-api.ts';

interface ClientGalleriesProps extends Opening {
  galleries: readonly PortalGallery[];
  zone: string;
  portal: PortalApi;
}

/** A client's galleries with their covers. One image token serves all of them. */
export function ClientGalleries({ galleries, zone, portal, openGallery, busy }: ClientGalleriesProps) {
  const access = useMemo(() => new GalleryAccessClient({ verify: () => portal.covers(), open: true }), [portal]);
  useRenewOnResume(access);
  useEffect(() => {
    void access.renew();
    return () => access.stop();
  }, [access]);
  return (
    <GalleryAccessContext value={access}>
      <ul className="gallery-cards grid gap-x-6 gap-y-10 sm:grid-cols-2">
        {galleries.map((gallery) => (
          <li key={gallery.id}>
            <GalleryButton
              gallery={gallery}
              zone={zone}
              isOpening={busy === gallery.id}
              onOpen={() => openGallery(gallery.id)}
            />
          </li>
        ))}
      </ul>
    </GalleryAccessContext>
  );
}

interface GalleryButtonProps {
  gallery: PortalGallery;
  zone: string;
  isOpening: boolean;
  onOpen: () => void;
}

function GalleryButton({ gallery, zone, isOpening, onOpen }: GalleryButtonProps) {
  const { t } = useTranslation(['portal', 'public']);
  const format = useFormat({ zone });
  const { cover, name, expiresAt } = gallery;
  return (
    <button
      type="button"
      aria-busy={isOpening || undefined}
      onClick={onOpen}
      className="group flex w-full cursor-pointer flex-col gap-3 text-left"
    >
      <span className="gallery-card relative flex aspect-3/2 w-full items-center justify-center overflow-hidden rounded-print bg-sunken">
        {cover && (
          <span className="block max-h-full max-w-full" style={coverSize(cover)}>
            <PhotoImage galleryId={gallery.id} photo={cover} alt="" sizes="(min-width: 40rem) 26rem, 100vw" />
          </span>
        )}
        {isOpening && (
          <span className="absolute inset-0 grid place-items-center bg-scrim">
            <LoaderCircle aria-hidden className="size-6 animate-spin text-paper" strokeWidth={1.5} />
          </span>
        )}
      </span>
      <span className="gallery-caption flex flex-col gap-0.5">
        <span className="text-lead font-semibold wrap-anywhere group-hover:underline">{name}</span>
        <span className="flex flex-wrap gap-x-4 text-caption text-soft">
          <span>{t('public:photoCount', { count: gallery.photoCount })}</span>
          {/* The closing time is the end of a day, which may be the first instant of the next. */}
          {expiresAt > 0 && <span>{t('public:openUntil', { date: format.date(expiresAt - 1) })}</span>}
        </span>
      </span>
    </button>
  );
}

/** Largest size of a cover inside its 3:2 frame, uncropped. */
const coverSize = ({ width, height }: PublicPhoto): CSSProperties => ({
  ...(width / height >= 1.5 ? { width: '100%' } : { height: '100%' }),
  aspectRatio: width / height,
});
