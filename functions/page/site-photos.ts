import type { PicturedPhoto, SitePageData, SitePhotoSource } from '#core/api/site-page.ts';
import type { PublicGallerySummary, PublicPhoto } from '#core/api/public.ts';
import { previewPicture } from '#core/domain/site/site-pictures.ts';
import { isListed, readPublicGallery } from '../galleries/public-gallery.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { isShowable, WITH_DECISION } from '../site/pictures/showable.ts';

/** SQL: joins to photo `p` the public copies `c` of its present version. */
const WITH_PICTURE = `left join site_pictures c on c.account_id = p.account_id and c.photo_id = p.id
  and c.file_id = p.file_id and c.ready_at is not null`;

const PICTURE = `case when c.token is not null then jsonb_build_object('token', c.token, 'widths', c.widths) end`;

/**
 * Returns the photos that a website may show, by id. A photo of a gallery that became private, or in the trash, is
 * missing from the next rendering. So is a permitted photo of a private gallery until its public copies are made: the
 * image token would open the whole gallery.
 */
export async function readSitePhotos(
  db: Queryable,
  accountId: string,
  photoIds: readonly string[],
  now: number,
): Promise<Record<string, SitePhotoSource>> {
  if (photoIds.length === 0) return {};
  const rows = await db.query<SitePhotoSource>(
    `select p.id, p.gallery_id as "galleryId", p.file_id as "fileId", p.filename, p.width, p.height,
       coalesce(p.thumbhash, '') as thumbhash,
       case when p.focal_x is not null then jsonb_build_object('x', p.focal_x, 'y', p.focal_y) end as focal,
       ${PICTURE} as picture
     from photos p ${WITH_DECISION} ${WITH_PICTURE}
     where p.account_id = $1 and p.id = any ($2::text[]) and ${isShowable('$3')}
       and (c.token is not null or ${isListed('$3')})`,
    [accountId, photoIds, timestamp(now)],
  );
  return Object.fromEntries(rows.map((photo) => [photo.id, photo]));
}

/** Adds to photos of listed galleries their public copies, and leaves out those that the studio keeps off its website. */
async function withPictures(
  db: Queryable,
  accountId: string,
  photos: readonly PublicPhoto[],
): Promise<Map<string, PicturedPhoto>> {
  if (photos.length === 0) return new Map();
  const rows = await db.query<{ id: string; picture: PicturedPhoto['picture']; isRefused: boolean }>(
    `select p.id, ${PICTURE} as picture, m.photo_id is not null as "isRefused"
     from photos p ${WITH_PICTURE}
       left join site_photo_permissions m on m.account_id = p.account_id and m.photo_id = p.id and not m.is_permitted
     where p.account_id = $1 and p.id = any ($2::text[])`,
    [accountId, photos.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    photos.flatMap((photo): [string, PicturedPhoto][] => {
      const row = found.get(photo.id);
      return row && !row.isRefused ? [[photo.id, { ...photo, picture: row.picture ?? null }]] : [];
    }),
  );
}

/** Galleries whose photos one page shows as they are now. */
const MAX_LIVE_GALLERIES = 5;

/**
 * Returns the first photos of listed galleries.
 * @param counts photos by gallery id
 */
export async function readGalleryPhotos(
  db: Queryable,
  accountId: string,
  counts: ReadonlyMap<string, number>,
  listed: readonly PublicGallerySummary[],
): Promise<SitePageData['galleryPhotos']> {
  const known = [...counts].filter(([id]) => listed.some((gallery) => gallery.id === id));
  const entries = known.slice(0, MAX_LIVE_GALLERIES).map(async ([id, count]) => {
    const gallery = await readPublicGallery(db, accountId, id);
    const pictured = await withPictures(db, accountId, gallery?.photos.slice(0, count) ?? []);
    return [id, [...pictured.values()]] satisfies [string, PicturedPhoto[]];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the galleries with the public copies of their covers. */
export async function picturedCovers(
  db: Queryable,
  accountId: string,
  galleries: readonly PublicGallerySummary[],
): Promise<SitePageData['galleries']> {
  const covers = galleries.flatMap(({ cover }) => cover ?? []);
  const pictured = await withPictures(db, accountId, covers);
  return galleries.map((gallery) => ({ ...gallery, cover: pictured.get(gallery.cover?.id ?? '') ?? null }));
}

/** A public JPEG, with its size in pixels. */
export type SitePreview = ReturnType<typeof previewPicture>;

/** Returns the first photo with public copies, for link previews. */
export function previewOf(photos: readonly SitePhotoSource[]): SitePreview | null {
  const photo = photos.find(({ picture }) => picture);
  return photo?.picture ? previewPicture(photo.picture, photo) : null;
}

/** Returns the ids of the photos that each live page names, each once. */
export async function readPickedPhotos(db: Queryable, accountId: string): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; photoIds: unknown[] }>(
    `select p ->> 'id' as id, jsonb_path_query_array(p, '$.**.photoId') as "photoIds"
     from site_state s join site_release_contents c on c.release_id = s.live_release_id and c.account_id = s.account_id,
       jsonb_array_elements(c.content -> 'pages') p where s.account_id = $1`,
    [accountId],
  );
  return new Map(
    rows.map(({ id, photoIds }) => [id, [...new Set(photoIds.filter((photo) => typeof photo === 'string'))]]),
  );
}
