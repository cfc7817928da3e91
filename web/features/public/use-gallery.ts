import { useEffect, useState } from 'react';
import type { PublicGallery, PublicStudio } from '#core/api/public.ts';
import { isFailure } from './failure.ts';
import type { PageData } from './page-data.ts';
import { photoFromHash } from './photo-address.ts';
import type { PublicApi } from './public-api.ts';
import { createPhotoLoader } from './rest-of-gallery.ts';
import type { StudioSite } from './routes.ts';

interface GallerySource {
  site: StudioSite;
  galleryId: string;
  studio: PublicStudio | null;
  data: PageData | null;
  api: PublicApi;
  /** Private galleries answer only once the door is open. */
  open: boolean;
}

/**
 * The gallery's photos: the first ones from the page where they stand in it, the others from the API once those are
 * under way; all of them from the API as soon as the door is open where the page has none.
 */
export function useGallery({ site, galleryId, studio, data, api, open }: GallerySource) {
  const inPage = data?.kind === 'gallery' && data.gallery.id === galleryId ? data : null;
  const [page, setPage] = useState<PublicGallery | null>(inPage);
  const [failure, setFailure] = useState<'missing' | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const slug = site.slug ?? studio?.slug ?? null;
  const complete = page !== null && page.photos.length >= page.gallery.photoCount;
  const begun = page !== null;

  useEffect(() => {
    if (begun || !open || slug === null) return;
    let left = false;
    api.gallery(slug, galleryId).then(
      (answer) => {
        if (!left) setPage(answer);
      },
      (error: unknown) => {
        if (!left) setFailure(isFailure(error, 'not_found') ? 'missing' : 'failed');
      },
    );
    return () => {
      left = true;
    };
  }, [api, slug, galleryId, begun, open, attempt]);

  useEffect(() => {
    if (!begun || complete || !open || slug === null) return;
    const rest = createPhotoLoader({ fetch: () => api.gallery(slug, galleryId, { later: true }), take: setPage });
    // Somebody who followed a link to a photo waits for it.
    rest.begin(photoFromHash(location.hash) !== null);
    const online = () => rest.retry();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      rest.stop();
    };
  }, [api, slug, galleryId, begun, complete, open]);

  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { page, failure, retry };
}
