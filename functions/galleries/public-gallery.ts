import type { PublicGallery, PublicGallerySummary, PublicPhoto } from '#core/api/public.ts';
import {
  type GalleryCoverStyle,
  type GallerySort,
  type GalleryVisibility,
  readGalleryDesign,
} from '#core/domain/galleries/galleries.ts';
import { comparePhotos, type SortablePhoto } from '#core/domain/photos/photos.ts';
import { groupBySection, type Section } from '#core/domain/galleries/sections.ts';
import type { Translations } from '#core/domain/values/translations.ts';
import { isVideo, videoLength } from '#core/domain/photos/videos.ts';
import { COVER_ORDER, HAS_NO_PREVIEW, IS_VISIBLE } from '../photos/visibility.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { isBookingOpen } from '../public-studio/find-studio.ts';

interface SummaryRow {
  id: string;
  name: string;
  description: string;
  translations: Translations | null;
  date: number | null;
  photoCount: number;
  cover: PublicPhoto | null;
}

/** Public fields of a photo; capture location, time and camera stay private. */
const PHOTO = `'id', p.id, 'fileId', p.file_id, 'filename', p.filename, 'width', p.width, 'height', p.height,
  'thumbhash', coalesce(p.thumbhash, '')`;

const FOCAL = `'focal', case when p.focal_x is not null then jsonb_build_object('x', p.focal_x, 'y', p.focal_y) end`;

/** The chosen cover by primary key, or else the first visible photo, which reads all of them. */
const COVER = `coalesce(
     (select jsonb_build_object(${PHOTO}, ${FOCAL}) from photos p
      where p.id = g.cover_photo_id and p.gallery_id = g.id and ${IS_VISIBLE}),
     (select jsonb_build_object(${PHOTO}, ${FOCAL}) from photos p
      where p.gallery_id = g.id and ${IS_VISIBLE} order by ${COVER_ORDER} limit 1)) as cover`;

/** The stored count; counts rows only if photos are hidden, because a studio page lists up to 200 galleries. */
const COUNT = `case
     when exists (select from photos p where p.gallery_id = g.id and p.is_hidden) or exists (
       select from gallery_sections s
       where s.account_id = g.account_id and s.gallery_id = g.id and not s.is_visible)
     then (select count(*)::integer from photos p where p.gallery_id = g.id and ${IS_VISIBLE})
     else (select s.ready_count from gallery_stats s where s.gallery_id = g.id) end as "photoCount"`;

/** SQL: columns of a gallery `g` that its visitors see in a list. */
export const GALLERY_SUMMARY = `g.id, g.name, g.description, g.settings -> 'translations' as translations, g.date, ${COUNT}, ${COVER}`;

/** SQL: everybody may find gallery `g`; `now` is the parameter of the time. */
export const isListed = (now: string): string => `g.status = 'published' and g.visibility = 'public'
       and g.deleted_at is null and (g.expires_at is null or g.expires_at > ${now})`;

/** Returns the published public galleries of a studio, latest first. */
export async function listPublicGalleries(
  db: Queryable,
  accountId: string,
  now: number,
): Promise<PublicGallerySummary[]> {
  return db.query<SummaryRow>(
    `select ${GALLERY_SUMMARY} from galleries g
     where g.account_id = $1 and ${isListed('$2')}
     order by coalesce(g.date, g.published_at) desc, g.id limit 200`,
    [accountId, timestamp(now)],
  );
}

/** The downloads that a gallery offers. */
export interface DownloadRow {
  allowOriginal: boolean;
  allowWeb: boolean;
}

interface GalleryRow extends SummaryRow, DownloadRow {
  visibility: GalleryVisibility;
  coverStyle: GalleryCoverStyle;
  settings: unknown;
  expiresAt: number | null;
  sortBy: GallerySort;
  hasDownloadPin: boolean;
  eventUntil: number | null;
  rev: number;
}

/** A photo that visitors see. */
export type PublicPhotoRow = PublicPhoto & {
  sectionId: string | null;
  original: number;
  web: number | null;
  isNameOnly: boolean;
  mimeType: string;
  durationMs: number | null;
};

/** SQL: columns of a photo `p` that visitors see. */
export const PUBLIC_PHOTO = `p.id, p.file_id as "fileId", p.filename, p.width, p.height,
       coalesce(p.thumbhash, '') as thumbhash, p.section_id as "sectionId", p.size as original, p.web_size as web,
       ${HAS_NO_PREVIEW} as "isNameOnly", p.mime_type as "mimeType",
       (p.metadata ->> 'durationMs')::double precision as "durationMs"`;

/** Returns a gallery as visitors see it, without an access check; null if it does not exist. */
export async function readPublicGallery(
  db: Queryable,
  accountId: string,
  galleryId: string,
): Promise<Omit<PublicGallery, 'studio'> | null> {
  const [row] = await db.query<GalleryRow>(
    `select ${GALLERY_SUMMARY}, g.visibility, g.cover_style as "coverStyle", g.settings, g.expires_at as "expiresAt", g.sort_by as "sortBy",
       g.allow_original as "allowOriginal", g.allow_web as "allowWeb", g.has_download_pin as "hasDownloadPin",
       case when g.event_until > now() then g.event_until end as "eventUntil", coalesce(r.rev, 0) as rev
     from galleries g left join live_rooms r on r.room = 'g:' || g.id
     where g.id = $2 and g.account_id = $1 and g.deleted_at is null`,
    [accountId, galleryId],
  );
  if (!row) return null;
  // After `rev`: a photo may be listed and told again, but never left out.
  const photos = await db.query<PublicPhotoRow & SortablePhoto>(
    `select ${PUBLIC_PHOTO}, p.captured_at as "capturedAt", p.capture_offset as "captureOffset",
       p.uploaded_at as "uploadedAt", p."order"
     from photos p where p.gallery_id = $1 and ${IS_VISIBLE}`,
    [galleryId],
  );
  const sections = await db.query<Section>(
    `select id, name, "order", is_visible as "isVisible", sort_by as "sortBy", translations from gallery_sections
     where gallery_id = $1 and is_visible`,
    [galleryId],
  );
  const { visibility, coverStyle, settings, expiresAt, sortBy, allowOriginal, allowWeb, hasDownloadPin, ...rest } = row;
  const { eventUntil, rev, ...summary } = rest;
  const groups = groupBySection(photos, sections, sortBy).filter((group) => group.photos.length > 0);
  const ranks = new Map(photos.toSorted(comparePhotos('captured_at')).map(({ id }, rank) => [id, rank]));
  const booking = await isBookingOpen(db, accountId);
  return {
    booking,
    gallery: {
      ...summary,
      photoCount: photos.length,
      visibility,
      coverStyle,
      design: readGalleryDesign(settings),
      expiresAt: expiresAt ?? 0,
      downloads: { original: allowOriginal, web: allowWeb, pin: hasDownloadPin },
      sections: groups.map(({ section, photos: { length } }) => ({
        id: section?.id ?? null,
        name: section?.name ?? '',
        translations: section?.translations ?? null,
        photoCount: length,
      })),
      ...(eventUntil !== null && { event: { until: eventUntil, rev } }),
    },
    photos: groups.flatMap((group) =>
      group.photos.map((photo) => ({ ...toPublicPhoto(photo, row), captureRank: ranks.get(photo.id)! })),
    ),
  };
}

/** Returns a photo as visitors see it. */
export function toPublicPhoto(
  { id, fileId, filename, width, height, thumbhash, original, web, isNameOnly, mimeType, durationMs }: PublicPhotoRow,
  { allowOriginal, allowWeb }: DownloadRow,
): PublicPhoto {
  const hasWeb = allowWeb && web !== null && !isNameOnly;
  const bytes = { ...(allowOriginal && { original }), ...(hasWeb && { web }) };
  const photo = {
    id,
    fileId,
    filename,
    width,
    height,
    thumbhash,
    bytes,
    ...(isNameOnly && { noPreview: true as const }),
  };
  return isVideo({ mimeType }) ? { ...photo, video: videoLength({ durationMs }) } : photo;
}
