import type { GalleryResource, PhotoResource, SectionResource } from '#core/api/v1-resources.ts';
import type { GalleryStatus } from '#core/domain/galleries/galleries.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import type { PhotoFailure, PhotoStatus } from '#core/domain/photos/photos.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { isoTime, isoTimeOrNull, type Page, type PageQuery, timeCursor, toPage } from './page.ts';

interface GalleryRow {
  id: string;
  name: string;
  status: GalleryStatus;
  visibility: string;
  customerId: string | null;
  slug: string;
  date: number | null;
  expiresAt: number | null;
  publishedAt: number | null;
  photoCount: number;
  readyCount: number;
  createdAt: number;
  updatedAt: number;
}

const GALLERY = `g.id, g.name, g.status, g.visibility, g.customer_id as "customerId", a.slug, g.date,
  g.expires_at as "expiresAt", g.published_at as "publishedAt", n.photo_count as "photoCount",
  n.ready_count as "readyCount", g.created_at as "createdAt", g.updated_at as "updatedAt"`;
const GALLERY_TABLES = `galleries g join accounts a on a.id = g.account_id
  join gallery_stats n on n.account_id = g.account_id and n.gallery_id = g.id`;

const toGallery =
  (origin: string) =>
  ({ slug, ...row }: GalleryRow): GalleryResource => ({
    ...row,
    date: isoTimeOrNull(row.date),
    expiresAt: isoTimeOrNull(row.expiresAt),
    publishedAt: isoTimeOrNull(row.publishedAt),
    url: `${origin}/p/${slug}/${galleryLink(row)}`,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  });

/** @param origin of the product, for the address of its page */
export async function findGallery(
  db: Queryable,
  accountId: string,
  id: string,
  origin: string,
): Promise<GalleryResource | null> {
  const [row] = await db.query<GalleryRow>(
    `select ${GALLERY} from ${GALLERY_TABLES} where g.account_id = $1 and g.id = $2 and g.deleted_at is null`,
    [accountId, id],
  );
  return row ? toGallery(origin)(row) : null;
}

export async function listGalleries(
  db: Queryable,
  accountId: string,
  query: PageQuery & { status?: GalleryStatus | undefined },
  origin: string,
): Promise<Page<GalleryResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<GalleryRow>(
    `select ${GALLERY} from ${GALLERY_TABLES}
     where g.account_id = $1 and g.deleted_at is null and ($2::text is null or g.status = $2)
       and ($3::timestamptz is null or (g.created_at, g.id) < ($3, $4))
     order by g.created_at desc, g.id desc limit $5`,
    [accountId, query.status ?? null, timestamp(at), id, query.limit + 1],
  );
  return toPage(rows, query, (row) => [row.createdAt, row.id], toGallery(origin));
}

export async function listSections(
  db: Queryable,
  accountId: string,
  galleryId: string,
): Promise<(SectionResource & { order: number })[]> {
  return db.query(
    `select id, name, is_visible as "isVisible", "order" from gallery_sections
     where account_id = $1 and gallery_id = $2 order by "order", id`,
    [accountId, galleryId],
  );
}

interface PhotoRow {
  id: string;
  galleryId: string;
  sectionId: string | null;
  filename: string;
  sourceFilename: string;
  status: PhotoStatus;
  failure: PhotoFailure | null;
  mimeType: string;
  size: number;
  width: number | null;
  height: number | null;
  isHidden: boolean;
  capturedAt: number | null;
  uploadedAt: number;
}

const toPhoto = (row: PhotoRow): PhotoResource => ({
  ...row,
  capturedAt: isoTimeOrNull(row.capturedAt),
  uploadedAt: isoTime(row.uploadedAt),
});

export async function listPhotos(
  db: Queryable,
  accountId: string,
  galleryId: string,
  query: PageQuery & { status?: PhotoStatus | undefined },
): Promise<Page<PhotoResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<PhotoRow>(
    `select p.id, p.gallery_id as "galleryId", p.section_id as "sectionId", p.filename,
       coalesce(p.source_filename, p.filename) as "sourceFilename", p.status, p.failure_reason as failure,
       p.mime_type as "mimeType", p.size, p.width, p.height, p.is_hidden as "isHidden",
       p.captured_at as "capturedAt", p.uploaded_at as "uploadedAt"
     from photos p
     where p.account_id = $1 and p.gallery_id = $2 and p.deleted_at is null and ($3::text is null or p.status = $3)
       and ($4::timestamptz is null or (p.uploaded_at, p.id) > ($4, $5))
     order by p.uploaded_at, p.id limit $6`,
    [accountId, galleryId, query.status ?? null, timestamp(at), id, query.limit + 1],
  );
  return toPage(rows, query, (row) => [row.uploadedAt, row.id], toPhoto);
}
