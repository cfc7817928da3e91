import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { GallerySort } from '#core/domain/galleries/galleries.ts';
import { MAX_BULK_PHOTOS } from '#core/domain/photos/photos.ts';
import { groupBySection, type Section, type SectionPhotos } from '#core/domain/galleries/sections.ts';
import { HAS_NO_PREVIEW, IS_VISIBLE } from '../photos/visibility.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type ArchivedPhoto, type ArchiveEntry, buildEntries } from './entries.ts';

/** The gallery of an archive, and whether it is for the studio or for visitors. */
export interface ArchiveGallery {
  galleryAccess: { id: string; accountId: string };
  member: boolean;
}

interface ArchiveSelection {
  size: DownloadSize;
  sectionId?: string | undefined;
  photoIds?: readonly string[] | undefined;
}

interface ArchiveContents {
  /** Gallery name. */
  gallery: string;
  entries: ArchiveEntry[];
}

type PhotoRow = ArchivedPhoto & { sectionId: string | null; isNameOnly: boolean };

/**
 * Returns the entries of an archive for this selection: visible photos for visitors, all ready photos for members. In
 * web size without RAW files that contain no image.
 * @throws AppError `not_found` for a section or photo outside the selection and for an empty selection; `limit_reached`
 */
export async function readEntries(
  db: Queryable,
  { galleryAccess, member }: ArchiveGallery,
  choice: ArchiveSelection,
): Promise<ArchiveContents> {
  const [gallery] = await db.query<{ name: string; sortBy: GallerySort; timeZone: string; clean: boolean }>(
    `select g.name, g.sort_by as "sortBy", a.time_zone as "timeZone",
       (g.remove_location or $3) and not $2 as clean from galleries g join accounts a on a.id = g.account_id
     where g.id = $1`,
    // In web size only videos are originals.
    [galleryAccess.id, member, choice.size === 'web'],
  );
  if (!gallery) throw new AppError('not_found');
  const photos = await db.query<PhotoRow>(
    `select p.id, p.filename, p.file_id as "fileId", p.original_key as "originalKey", p.mime_type as "mimeType", p.size,
       p.web_size as "webSize", p.captured_at as "capturedAt", p.capture_offset as "captureOffset", p.uploaded_at as "uploadedAt", p."order",
       p.section_id as "sectionId", ${HAS_NO_PREVIEW} as "isNameOnly"
     from photos p where p.gallery_id = $1 and p.original_key is not null
       and ($2 and p.status = 'ready' and p.deleted_at is null or ${IS_VISIBLE})`,
    [galleryAccess.id, member],
  );
  const sections = await db.query<Section>(
    `select id, name, "order", is_visible as "isVisible", sort_by as "sortBy" from gallery_sections
     where gallery_id = $1 and (is_visible or $2)`,
    [galleryAccess.id, member],
  );
  const selected = selectPhotos(groupBySection(photos, sections, gallery.sortBy), choice);
  const isOffered = ({ isNameOnly }: PhotoRow) => choice.size === 'original' || !isNameOnly;
  const groups = selected.map((group) => ({ ...group, photos: group.photos.filter(isOffered) }));
  const count = groups.reduce((sum, group) => sum + group.photos.length, 0);
  if (count === 0) throw new AppError('not_found');
  if (count > MAX_BULK_PHOTOS) throw new AppError('limit_reached', { limit: MAX_BULK_PHOTOS });
  const { size, sectionId } = choice;
  const options = {
    galleryId: galleryAccess.id,
    size,
    timeZone: gallery.timeZone,
    folders: !sectionId,
    clean: gallery.clean,
  };
  return { gallery: gallery.name, entries: buildEntries(groups, options) };
}

type SectionGroups = SectionPhotos<PhotoRow, Section>[];

function selectPhotos(groups: SectionGroups, { sectionId, photoIds }: ArchiveSelection): SectionGroups {
  const within = sectionId ? groups.filter(({ section }) => section?.id === sectionId) : groups;
  if (!photoIds) return within;
  const wanted = new Set(photoIds);
  const narrowed = within.map((group) => ({ ...group, photos: group.photos.filter(({ id }) => wanted.has(id)) }));
  const found = narrowed.reduce((sum, { photos }) => sum + photos.length, 0);
  if (found !== wanted.size) throw new AppError('not_found');
  return narrowed;
}
