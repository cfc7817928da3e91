import { lazy, useEffect, useMemo, useState } from 'react';
import type { PublicGallery, PublicStudio } from '#core/api/public.ts';
import { GalleryPage } from '#web/features/public/gallery/gallery-page.tsx';
import { PhotoLoader } from '#web/features/public/gallery/load-remaining-photos.ts';
import { photoFromHash } from '#web/features/public/photos/use-photo-hash.ts';
import { isFailure } from '#web/features/public/shell/failure.ts';
import {
  GalleryAccessContext,
  useAccessState,
  useRenewOnResume,
} from '#web/features/public/shell/gallery-access-context.ts';
import type { GalleryAccessClient } from '#web/features/public/shell/gallery-access.ts';
import { FailedPage, WaitingPage } from '#web/features/public/shell/message-page.tsx';
import type { PageData } from '#core/api/page-data.ts';
import { ApiContext, type PublicApi } from '#web/features/public/shell/public-api.ts';
import type { StudioSite } from '#web/features/public/shell/routes.ts';
import { useRequest } from '#web/features/public/shell/use-request.ts';
import { importLazyPages, NotFoundPage } from './import-lazy-pages.ts';

interface GallerySource {
  site: StudioSite;
  galleryId: string;
  studio: PublicStudio | null;
  data: PageData | null;
  api: PublicApi;
  /** Private galleries answer only after access is granted. */
  open: boolean;
}

/**
 * Loads the gallery's photos. Takes the first ones from the page data and the others from the API once those are
 * loading. Without page data, loads all from the API as soon as access is granted.
 */
function useGallery({ site, galleryId, studio, data, api, open }: GallerySource) {
  const fromPageData = data?.kind === 'gallery' && data.gallery.id === galleryId ? data : null;
  const [newest, setPage] = useState<PublicGallery | null>(fromPageData);
  const slug = site.slug ?? studio?.slug ?? null;
  const load = useMemo(
    () => (newest || !open || slug === null ? null : () => api.gallery(slug, galleryId)),
    [api, slug, galleryId, newest, open],
  );
  const { data: first, failure, retry } = useRequest(load);
  const page = newest ?? first;
  const complete = page !== null && page.photos.length >= page.gallery.photoCount;
  const hasPage = page !== null;

  useEffect(() => {
    if (!hasPage || complete || !open || slug === null) return;
    const rest = new PhotoLoader({ fetch: () => api.gallery(slug, galleryId, { later: true }), take: setPage });
    // Load immediately if the URL names a photo.
    rest.begin(photoFromHash(location.hash) !== null);
    const online = () => rest.retry();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      rest.stop();
    };
  }, [api, slug, galleryId, hasPage, complete, open]);

  return { page, setPage, failure: page ? null : failure, retry };
}

const PasswordPage = lazy(async () => ({ default: (await importLazyPages()).PasswordPage }));
const ClosedPage = lazy(async () => ({ default: (await importLazyPages()).ClosedPage }));

interface GalleryRouteProps {
  site: StudioSite;
  galleryId: string;
  studio: PublicStudio | null;
  data: PageData | null;
  galleryAccess: GalleryAccessClient;
  api: PublicApi;
}

/** Shows the page for the visitor's current access: gallery, password form, closed page or not found. */
export function GalleryRoute({ site, galleryId, studio, data, galleryAccess, api }: GalleryRouteProps) {
  const state = useAccessState(galleryAccess);
  useRenewOnResume(galleryAccess);
  const { page, setPage, failure, retry } = useGallery({
    site,
    galleryId,
    studio,
    data,
    api,
    open: state.phase === 'open',
  });
  const known = page?.studio ?? studio;
  // The first state is what the page shows to strangers, not an answer to this visitor.
  const isAnswered = state !== galleryAccess.initialState();
  const isRefused = isAnswered && (state.phase === 'closed' || state.phase === 'missing');
  useEffect(() => {
    if (!isRefused) return;
    importLazyPages().then(
      ({ forgetOffline }) => void forgetOffline(galleryId),
      // The page of the refusal is in the same script, and tells that it did not load.
      () => undefined,
    );
  }, [isRefused, galleryId]);
  const frame = { site, studio: known };

  if (state.phase === 'missing' || isFailure(failure, 'not_found')) return <NotFoundPage {...frame} />;
  if (state.phase === 'closed') {
    if (state.access === 'password_required') return <PasswordPage {...frame} galleryAccess={galleryAccess} />;
    return <ClosedPage {...frame} access={state.access} />;
  }
  if (state.phase === 'unreachable') return <FailedPage {...frame} onRetry={() => void galleryAccess.renew()} />;
  if (failure) return <FailedPage {...frame} onRetry={retry} />;
  if (!page || state.phase === 'asking') return <WaitingPage {...frame} />;
  return (
    <GalleryAccessContext value={galleryAccess}>
      <ApiContext value={api}>
        <GalleryPage site={site} page={page} onPage={setPage} />
      </ApiContext>
    </GalleryAccessContext>
  );
}
