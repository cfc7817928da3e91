import { useEffect, useState } from 'react';
import type { PublicGallery, PublicStudio } from '#core/api/public.ts';
import { isFailure } from './failure.ts';
import type { PageData } from './page-data.ts';
import type { PublicApi } from './public-api.ts';
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

/** The gallery's photos: from the page where they stand in it, else from the API as soon as the door is open. */
export function useGallery({ site, galleryId, studio, data, api, open }: GallerySource) {
  const inPage = data?.kind === 'gallery' && data.gallery.id === galleryId ? data : null;
  const [page, setPage] = useState<PublicGallery | null>(inPage);
  const [failure, setFailure] = useState<'missing' | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const slug = site.slug ?? studio?.slug ?? null;

  useEffect(() => {
    if (page || !open || slug === null) return;
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
  }, [api, slug, galleryId, page, open, attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { page, failure, retry };
}
