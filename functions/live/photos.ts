import type { LivePhoto } from '#core/api/live.ts';
import { parseAccountId } from '#core/domain/values/ids.ts';
import { type DownloadRow, PUBLIC_PHOTO, type PublicPhotoRow, toPublicPhoto } from '../galleries/public-gallery.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A photo with the room's `rev` of the change by which it became visible. */
export interface RaisedPhoto {
  rev: number;
  photo: LivePhoto;
}

/** Returns the first photos of a gallery that became visible after `since`, oldest first. */
export async function findLivePhotos(
  db: Queryable,
  galleryId: string,
  since: number,
  limit: number,
): Promise<RaisedPhoto[]> {
  const rows = await db.query<PublicPhotoRow & DownloadRow & { rev: number }>(
    `select ${PUBLIC_PHOTO}, g.allow_original as "allowOriginal", g.allow_web as "allowWeb", v.rev
     from live_photos v join photos p on p.id = v.photo_id and p.gallery_id = v.gallery_id
       join galleries g on g.id = v.gallery_id
     where v.account_id = $1 and v.gallery_id = $2 and v.rev > $3 and ${IS_VISIBLE} order by v.rev limit $4`,
    [parseAccountId(galleryId), galleryId, since, limit],
  );
  return rows.map((row) => ({ rev: row.rev, photo: { ...toPublicPhoto(row, row), sectionId: row.sectionId } }));
}

/** State of a room; zeros before its first change. */
export interface RoomState {
  rev: number;
  resetRev: number;
  sentRev: number;
}

export async function readRoom(db: Queryable, room: string): Promise<RoomState> {
  const [row] = await db.query<RoomState>(
    'select rev, reset_rev as "resetRev", sent_rev as "sentRev" from live_rooms where room = $1',
    [room],
  );
  return row ?? { rev: 0, resetRev: 0, sentRev: 0 };
}
