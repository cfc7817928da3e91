import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { useTokens } from './door-context.ts';
import { GalleryOpening } from './gallery-opening.tsx';
import { OfflineNote } from './offline-note.tsx';
import { PhotoGrid, type PhotoGridHandle } from './photo-grid.tsx';
import { PublicPage } from './public-page.tsx';
import type { StudioSite } from './routes.ts';
import type { StudioLook } from './studio-look.ts';
import { usePhotoInAddress } from './use-photo-in-address.ts';

const importLightbox = () => import('./lightbox.tsx');
const Lightbox = lazy(async () => ({ default: (await importLightbox()).Lightbox }));

interface GalleryPageProps {
  site: StudioSite;
  page: PublicGallery;
  look: StudioLook;
}

const MARGINS = { tight: 'px-0.5 md:px-1', standard: 'px-1.5 md:px-8', generous: 'px-3 md:px-16' };

/** An open gallery. */
export function GalleryPage({ site, page, look }: GalleryPageProps) {
  const { t } = useTranslation('public');
  const { photos, gallery, studio } = page;
  const { photoId, open, show, close } = usePhotoInAddress(photos);
  const [mounted, setMounted] = useState(photoId !== null);
  const grid = useRef<PhotoGridHandle>(null);
  const allowed = useTokens() > 0;
  if (photoId !== null && !mounted) setMounted(true);
  useLightboxAhead();
  useTitle(`${gallery.name} · ${studio.name}`);
  return (
    <PublicPage site={site} studio={studio}>
      <GalleryOpening page={page} onOpen={open} />
      <OfflineNote />
      {photos.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text', { studio: studio.name })}</EmptyState>
      ) : (
        <div className={MARGINS[look.density]}>
          <PhotoGrid
            ref={grid}
            galleryId={gallery.id}
            photos={photos}
            density={look.density}
            rounded={look.roundedPrints}
            onOpen={open}
          />
        </div>
      )}
      {mounted && allowed && photos.length > 0 && (
        <Suspense>
          <Lightbox
            page={page}
            photoId={photoId}
            onShow={show}
            onClose={(index) => {
              if (photoId !== null) close();
              grid.current?.focusPhoto(index);
            }}
            onGone={() => setMounted(false)}
          />
        </Suspense>
      )}
    </PublicPage>
  );
}

/** A private gallery's HTML does not know its name: only whoever is inside reads it in the tab and the history. */
function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Once the first pictures are under way the lightbox's script comes too, so that the first tap opens at once. */
function useLightboxAhead() {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => void importLightbox(), 2000);
    return () => clearTimeout(timer);
  }, []);
}
