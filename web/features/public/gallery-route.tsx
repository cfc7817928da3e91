import { lazy } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { ApiContext } from './api-context.ts';
import { GalleryAccessContext, useAccessState, useRenewOnResume } from './door-context.ts';
import { FailedPage } from './failed-page.tsx';
import type { GalleryAccessClient } from './gallery-access.ts';
import { GalleryPage } from './gallery-page.tsx';
import type { PageData } from './page-data.ts';
import type { PublicApi } from './public-api.ts';
import { importLazyPages } from './import-rare-pages.ts';
import type { StudioSite } from './routes.ts';
import { useGallery } from './use-gallery.ts';
import { useStudioTheme } from './use-studio-look.ts';
import { WaitingPage } from './waiting-page.tsx';

const NotFoundPage = lazy(async () => ({ default: (await importLazyPages()).NotFoundPage }));
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

/** Whatever stands at a gallery's address for this visitor, now. */
export function GalleryRoute({ site, galleryId, studio, data, galleryAccess, api }: GalleryRouteProps) {
  const state = useAccessState(galleryAccess);
  useRenewOnResume(galleryAccess);
  const { page, failure, retry } = useGallery({ site, galleryId, studio, data, api, open: state.phase === 'open' });
  const known = page?.studio ?? studio;
  const look = useStudioTheme(known);
  const frame = { site, studio: known };

  if (state.phase === 'missing' || failure === 'missing') return <NotFoundPage {...frame} />;
  if (state.phase === 'closed') {
    if (state.access === 'password_required') return <PasswordPage {...frame} galleryAccess={galleryAccess} />;
    return <ClosedPage {...frame} access={state.access} />;
  }
  if (state.phase === 'unreachable') return <FailedPage {...frame} onRetry={() => void galleryAccess.renew()} />;
  if (failure === 'failed') return <FailedPage {...frame} onRetry={retry} />;
  if (!page || state.phase === 'asking') return <WaitingPage {...frame} />;
  return (
    <GalleryAccessContext value={galleryAccess}>
      <ApiContext value={api}>
        <GalleryPage site={site} page={page} theme={look} />
      </ApiContext>
    </GalleryAccessContext>
  );
}
