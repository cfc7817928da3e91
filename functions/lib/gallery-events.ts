import type { GalleryEventKind } from '#core/domain/gallery-events.ts';
import { makeId } from '#core/domain/ids.ts';
import { type Queryable, timestamp } from './db.ts';
import { random } from './secrets.ts';

export interface GalleryEvent {
  accountId: string;
  galleryId: string;
  kind: GalleryEventKind;
  photoId?: string;
  grantId?: string | null;
}

/** Notes for the studio what happened to a gallery. */
export async function recordEvent(db: Queryable, event: GalleryEvent, now: number): Promise<void> {
  await db.query(
    `insert into gallery_events (id, account_id, gallery_id, photo_id, grant_id, kind, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      makeId(random),
      event.accountId,
      event.galleryId,
      event.photoId ?? null,
      event.grantId ?? null,
      event.kind,
      timestamp(now),
    ],
  );
}
