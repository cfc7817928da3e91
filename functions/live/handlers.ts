import { live } from '#core/api/live.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { MAX_LIVE_PHOTOS } from '#core/domain/galleries/live.ts';
import { accessError, findGalleryAccess } from '../galleries/access.ts';
import { decideAccess, identifyCaller } from '../galleries/visitors.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { findLivePhotos, readRoom } from './photos.ts';

export const changes = defineHandler(live.changes, async ({ services, request, params, query: { since } }) => {
  const { db } = services;
  const galleryAccess = await findGalleryAccess(db, params.galleryId);
  if (!galleryAccess) throw new AppError('not_found');
  const { access } = await decideAccess(
    services,
    await identifyCaller(services, request, galleryAccess),
    galleryAccess,
  );
  if (access !== 'granted') throw accessError(access);
  // Before the photos: one of them may be told again, but none is left out.
  const { rev, resetRev } = await readRoom(db, `g:${galleryAccess.id}`);
  const found = await findLivePhotos(db, galleryAccess.id, since, MAX_LIVE_PHOTOS + 1);
  const [gallery] = await db.query<{ until: number | null }>(
    'select case when event_until > now() then event_until end as until from galleries where id = $1',
    [galleryAccess.id],
  );
  return {
    body: {
      rev,
      until: gallery?.until ?? null,
      photos: found.slice(0, MAX_LIVE_PHOTOS).map(({ photo }) => photo),
      // A later `since` than the room's is another room's, for example before a backup was restored.
      complete: since >= resetRev && since <= rev && found.length <= MAX_LIVE_PHOTOS,
    },
  };
});
