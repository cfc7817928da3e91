import { lazy } from 'react';
import type { PublicStudio } from '#core/api/public.ts';
import { ApiContext } from './api-context.ts';
import { DoorContext, useDoorState, useWakingUp } from './door-context.ts';
import { FailedPage } from './failed-page.tsx';
import type { GalleryDoor } from './gallery-access.ts';
import { GalleryPage } from './gallery-page.tsx';
import type { PageData } from './page-data.ts';
import type { PublicApi } from './public-api.ts';
import { importRarePages } from './import-rare-pages.ts';
import type { StudioSite } from './routes.ts';
import { useGallery } from './use-gallery.ts';
import { useStudioLook } from './use-studio-look.ts';
import { WaitingPage } from './waiting-page.tsx';

const NotFoundPage = lazy(async () => ({ default: (await importRarePages()).NotFoundPage }));
const PasswordPage = lazy(async () => ({ default: (await importRarePages()).PasswordPage }));
const ClosedPage = lazy(async () => ({ default: (await importRarePages()).ClosedPage }));

interface GalleryRouteProps {
  site: StudioSite;
  galleryId: string;
  studio: PublicStudio | null;
  data: PageData | null;
  door: GalleryDoor;
  api: PublicApi;
}

/** Whatever stands at a gallery's address for this visitor, now. */
export function GalleryRoute({ site, galleryId, studio, data, door, api }: GalleryRouteProps) {
  const state = useDoorState(door);
  useWakingUp(door);
  const { page, failure, retry } = useGallery({ site, galleryId, studio, data, api, open: state.phase === 'open' });
  const known = page?.studio ?? studio;
  const look = useStudioLook(known);
  const frame = { site, studio: known };

  if (state.phase === 'missing' || failure === 'missing') return <NotFoundPage {...frame} />;
  if (state.phase === 'closed') {
    if (state.access === 'password_required') return <PasswordPage {...frame} door={door} />;
    return <ClosedPage {...frame} access={state.access} />;
  }
  if (state.phase === 'unreachable') return <FailedPage {...frame} onRetry={() => void door.renew()} />;
  if (failure === 'failed') return <FailedPage {...frame} onRetry={retry} />;
  if (!page || state.phase === 'asking') return <WaitingPage {...frame} />;
  return (
    <DoorContext value={door}>
      <ApiContext value={api}>
        <GalleryPage site={site} page={page} look={look} />
      </ApiContext>
    </DoorContext>
  );
}
