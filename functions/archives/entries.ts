import { createHash } from 'node:crypto';
import type { DownloadSize } from '#core/domain/galleries/archives.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type SortablePhoto, sortTimestamp } from '#core/domain/photos/photos.ts';
import { knownZone } from '#core/domain/values/known-zone.ts';
import { isVideo } from '#core/domain/photos/videos.ts';
import type { Section, SectionPhotos } from '#core/domain/galleries/sections.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import { webKey } from '../photos/web-rendition.ts';
import type { Queryable } from '../platform/db/database.ts';
import { BIDI_CONTROLS, originalName, withExtension } from '../platform/http/content-disposition.ts';

/** Bytes per file name: file systems allow 255, and unpacking or copying programs append to the name. */
const MAX_NAME_BYTES = 200;

/** Control characters, line ends, path separators, and characters that Windows refuses. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** Windows device names, with any extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const RESERVED_DEVICE_NAMES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

/**
 * Returns a name that every file system accepts as one path element: not hidden, not a command-line option, NFC, at
 * most 200 bytes. Keeps the extension.
 */
export function sanitizeName(name: string, fallback: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(BIDI_CONTROLS, '')
    .replace(FORBIDDEN, '_')
    .replace(/^\s+|[\s.]+$/g, '')
    .replace(/^[.-]/, '_');
  const named = plain || fallback;
  return truncateName(RESERVED_DEVICE_NAMES.test(named) ? `_${named}` : named, '');
}

/** Inserts `suffix` before the extension and truncates the stem to fit the limit, never within a letter. */
function truncateName(name: string, suffix: string): string {
  const [stem, extension] = splitExtension(name);
  const maxStemBytes = MAX_NAME_BYTES - bytesOf(suffix + extension);
  if (bytesOf(stem) <= maxStemBytes) return stem + suffix + extension;
  let truncated = '';
  for (const { segment } of letters.segment(stem)) {
    if (bytesOf(truncated + segment) > maxStemBytes) break;
    truncated += segment;
  }
  return truncated.trimEnd() + suffix + extension;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.\s]{1,10})?$/su.exec(name) ?? [];
  return [stem, extension];
}

/** Makes names unique within one folder. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** Next number for a duplicate of each name. */
  readonly #doubles = new Map<string, number>();

  /** Returns the name, or a numbered one such as `name (2)` if some file system would treat it as a duplicate. */
  unique(name: string): string {
    const wanted = comparable(name);
    let unique = name;
    let number = this.#doubles.get(wanted) ?? 2;
    while (this.#taken.has(comparable(unique))) unique = truncateName(name, ` (${number++})`);
    this.#doubles.set(wanted, number);
    this.#taken.add(comparable(unique));
    return unique;
  }
}

/** Windows and macOS ignore case and Unicode normalisation in names. */
function comparable(name: string): string {
  return name.normalize('NFKC').toUpperCase();
}

/** A photo in an archive, as stored in `archives.entries`. */
export interface ArchiveEntry {
  photoId: string;
  fileId: string;
  /** Object key. */
  key: string;
  /** Path within the archive. */
  name: string;
  /** Bytes; null for a rendition of unknown size. Packing reads the sizes of renditions from storage. */
  size: number | null;
  /** Capture time as local time of the studio, for example `2026-11-21T18:30:05`. ZIP stores no time zone. */
  taken: string;
  /** True for an original without its GPS data, as visitors of some galleries get it. */
  clean?: true;
  /** True for a video, of which an archive in any size has the original. */
  video?: true;
}

export interface ArchivedPhoto extends SortablePhoto {
  fileId: string;
  originalKey: string;
  /** Type of the original, found by ingest. */
  mimeType: string;
  /** Size of the original, bytes. */
  size: number;
  /** Size of the web rendition, bytes; null if ingest did not record it. */
  webSize: number | null;
}

interface EntryOptions {
  galleryId: string;
  size: DownloadSize;
  timeZone: string;
  /** True to create a folder for each named section. */
  folders: boolean;
  /** True to remove GPS data from originals. */
  clean: boolean;
}

/**
 * Builds the entries of an archive in gallery order. Photos without a section lie beside the section folders; folders
 * are numbered so that they sort in gallery order everywhere.
 */
export function buildEntries(
  groups: readonly SectionPhotos<ArchivedPhoto, Section>[],
  { galleryId, size, timeZone, folders, clean }: EntryOptions,
): ArchiveEntry[] {
  const filled = groups.filter(({ photos }) => photos.length > 0);
  const root = new UniqueNames();
  const clock = wallClock(timeZone);
  let number = 0;
  const folderOf = filled.map(({ section }) => {
    if (!section || !folders) return { path: '', names: root };
    const name = `${String(++number).padStart(2, '0')} ${sanitizeName(section.name, 'photos')}`;
    return { path: `${root.unique(name)}/`, names: new UniqueNames() };
  });
  return filled.flatMap(({ photos }, index) => {
    const { path, names } = folderOf[index]!;
    return photos.map((photo): ArchiveEntry => {
      const { id: photoId, fileId, filename, mimeType, webSize } = photo;
      const video = isVideo(photo);
      const wanted = size === 'web' && !video ? withExtension(filename, 'jpg') : originalName(filename, mimeType);
      const name = path + names.unique(sanitizeName(wanted, 'photo'));
      const taken = clock(sortTimestamp(photo));
      if (size === 'original' || video) {
        const original = { photoId, fileId, key: photo.originalKey, name, size: photo.size, taken };
        const entry: ArchiveEntry = video ? { ...original, video } : original;
        return clean ? { ...entry, clean } : entry;
      }
      return { photoId, fileId, key: webKey(galleryId, fileId), name, size: webSize, taken };
    });
  });
}

/** Hashes everything that determines the bytes of an archive. */
export function entriesFingerprint(size: DownloadSize, entries: readonly ArchiveEntry[]): string {
  const facts = entries.map(({ photoId, key, name, taken, clean }) => [
    photoId,
    key,
    name,
    taken,
    ...(clean ? ['clean'] : []),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([size, facts]))
    .digest('hex');
}

/** The Swedish locale formats times as ISO 8601. */
function wallClock(timeZone: string): (epochMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: knownZone(timeZone),
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (epochMs) => format.format(epochMs).replace(' ', 'T');
}

/** Photos per audience: members get all ready photos, visitors only visible ones. */
const VISIBLE_PHOTOS = { visitor: IS_VISIBLE, member: `p.status = 'ready' and p.deleted_at is null` } as const;
type Audience = keyof typeof VISIBLE_PHOTOS;

/**
 * Compares an archive with the current gallery. False if the archive holds a photo that was hidden, trashed or
 * replaced, a rendition from before the gallery's watermark, or, for visitors, a location that the gallery removes.
 */
export async function isUpToDate(db: Queryable, archiveId: string, audience: Audience): Promise<boolean> {
  const [row] = await db.query<{ outdated: boolean }>(
    `select exists (select from jsonb_array_elements(a.entries) e where not exists (
       select from photos p
       where p.id = e ->> 'photoId' and p.account_id = a.account_id and p.gallery_id = a.gallery_id
         and ${VISIBLE_PHOTOS[audience]}
         and case a.size when 'original' then p.original_key = e ->> 'key' else p.file_id = e ->> 'fileId' end
     ) or $2 and not e ? 'clean' and (a.size = 'web' and e ? 'video' or a.size = 'original' and exists (
       select from galleries g where g.id = a.gallery_id and g.remove_location
     ))) as outdated
     from archives a where a.id = $1`,
    [archiveId, audience === 'visitor'],
  );
  return row?.outdated !== true;
}

/** @throws AppError `archive_outdated` */
export async function assertUpToDate(db: Queryable, archiveId: string, audience: Audience): Promise<void> {
  if (!(await isUpToDate(db, archiveId, audience))) throw new AppError('archive_outdated');
}
