import type { Queryable } from '../platform/db/database.ts';

/** A public gallery's Open Graph image. */
export interface OgImage {
  galleryId: string;
  token: string;
}

/** Returns the image of the first of these galleries that has one. */
export async function findOgImage(db: Queryable, galleryIds: readonly string[]): Promise<OgImage | null> {
  const [row] = await db.query<OgImage>(
    `select gallery_id as "galleryId", token from og_images where gallery_id = any ($1::text[])
     order by array_position($1::text[], gallery_id) limit 1`,
    [galleryIds],
  );
  return row ?? null;
}
