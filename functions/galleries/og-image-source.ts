import { COVER_ORDER, IS_VISIBLE } from '../photos/visibility.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { OgImageSource } from './og-image-drawing.ts';

/** Version of the drawing. Increase it after a change, so that each image is redrawn at its next refresh. */
const LAYOUT_VERSION = 1;

/**
 * Lateral join for `galleries g` and `accounts a`; no row while the gallery has no visible photo. The fingerprint is
 * computed in SQL, so that the cleanup finds outdated images without reading them.
 */
export const OG_IMAGE_SOURCE = `lateral (
  select p.file_id, p.focal_x, p.focal_y, g.name as title, a.name as studio,
    encode(sha256(convert_to(
      jsonb_build_array(${LAYOUT_VERSION}, p.file_id, p.focal_x, p.focal_y, g.name, a.name)::text, 'UTF8')), 'hex') as fingerprint
  from photos p
  where p.gallery_id = g.id and ${IS_VISIBLE}
  order by ${COVER_ORDER} limit 1) source`;

/** Returns null if there is nothing to draw. */
export async function readOgImageSource(db: Queryable, galleryId: string): Promise<OgImageSource | null> {
  const [row] = await db.query<OgImageSource & { x: number | null; y: number | null }>(
    `select source.file_id as "fileId", source.focal_x as x, source.focal_y as y, source.title, source.studio,
       source.fingerprint
     from galleries g join accounts a on a.id = g.account_id cross join ${OG_IMAGE_SOURCE} where g.id = $1`,
    [galleryId],
  );
  if (!row) return null;
  const { x, y, ...source } = row;
  return { ...source, focal: x === null || y === null ? null : { x, y } };
}
