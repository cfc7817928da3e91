import { createHash } from 'node:crypto';
import type { DownloadSize } from '#core/domain/archives.ts';
import { AppError } from '#core/domain/errors.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import { type SortablePhoto, sortTimestamp } from '#core/domain/photos.ts';
import type { Section, SectionPhotos } from '#core/domain/sections.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import type { Queryable } from '../platform/db/database.ts';
import { withExtension } from '../platform/http/content-disposition.ts';

/** Bytes of one name: file systems allow 255, and programs that unpack or copy add to it. */
const MAX_NAME_BYTES = 200;

/** Control characters and line ends; what separates paths, or is refused by Windows. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** They turn what follows around, so that `gpj.exe` reads `exe.jpg`; text in Arabic or Hebrew needs none of them. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** Devices of Windows, with any extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const RESERVED_DEVICE_NAMES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

/**
 * A name as every system can write it: of one path's element, neither hidden nor an option of a command, in composed
 * letters and at most 200 bytes long. The extension stays.
 */
export function sanitizeName(name: string, fallback: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(FORBIDDEN, '_')
    .replace(/^\s+|[\s.]+$/g, '')
    .replace(/^[.-]/, '_');
  const named = plain || fallback;
  return truncateName(RESERVED_DEVICE_NAMES.test(named) ? `_${named}` : named, '');
}

/** With `suffix` before the extension, and cut before it where the whole is too long; never through a letter. */
function truncateName(name: string, suffix: string): string {
  const [stem, extension] = splitExtension(name);
  const room = MAX_NAME_BYTES - bytesOf(suffix + extension);
  if (bytesOf(stem) <= room) return stem + suffix + extension;
  let kept = '';
  for (const { segment } of letters.segment(stem)) {
    if (bytesOf(kept + segment) > room) break;
    kept += segment;
  }
  return kept.trimEnd() + suffix + extension;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.\s]{1,10})?$/su.exec(name) ?? [];
  return [stem, extension];
}

/** The names of one folder. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The number that a name's next double gets. */
  readonly #doubles = new Map<string, number>();

  /** The name, or with ` (2)` and so on if there is one already that some system takes for the same. */
  unique(name: string): string {
    const wanted = comparable(name);
    let given = name;
    let number = this.#doubles.get(wanted) ?? 2;
    while (this.#taken.has(comparable(given))) given = truncateName(name, ` (${number++})`);
    this.#doubles.set(wanted, number);
    this.#taken.add(comparable(given));
    return given;
  }
}

/** Windows and macOS tell neither capitals from small letters nor composed from decomposed ones. */
function comparable(name: string): string {
  return name.normalize('NFKC').toUpperCase();
}

/** A photo in an archive, as `archives.entries` holds it. */
export interface ArchiveEntry {
  photoId: string;
  fileId: string;
  /** Of the stored object. */
  key: string;
  /** Path in the archive. */
  name: string;
  /** Bytes; null for a rendition that nobody has looked at yet. */
  size: number | null;
  /** When it was taken, as a clock of the studio showed it: `2026-11-21T18:30:05`. ZIP knows no zones. */
  taken: string;
}

export interface ArchivedPhoto extends SortablePhoto {
  fileId: string;
  originalKey: string;
  /** Of the original, bytes. */
  size: number;
}

export interface EntryOptions {
  galleryId: string;
  size: DownloadSize;
  timeZone: string;
  /** A folder for each section that has a name. */
  folders: boolean;
}

/**
 * What an archive of these photos holds, in their order. Photos that belong to no section lie beside the sections'
 * folders, which are numbered, so that they stand in their order everywhere.
 */
export function buildEntries(
  chapters: readonly SectionPhotos<ArchivedPhoto, Section>[],
  { galleryId, size, timeZone, folders }: EntryOptions,
): ArchiveEntry[] {
  const filled = chapters.filter(({ photos }) => photos.length > 0);
  const root = new UniqueNames();
  const clock = wallClock(timeZone);
  let number = 0;
  const places = filled.map(({ section }) => {
    if (!section || !folders) return { path: '', names: root };
    const name = `${String(++number).padStart(2, '0')} ${sanitizeName(section.name, 'photos')}`;
    return { path: `${root.unique(name)}/`, names: new UniqueNames() };
  });
  return filled.flatMap(({ photos }, index) => {
    const { path, names } = places[index]!;
    return photos.map((photo): ArchiveEntry => {
      const { id: photoId, fileId, filename } = photo;
      const name =
        path + names.unique(sanitizeName(size === 'web' ? withExtension(filename, 'jpg') : filename, 'photo'));
      const taken = clock(sortTimestamp(photo));
      if (size === 'original') return { photoId, fileId, key: photo.originalKey, name, size: photo.size, taken };
      const key = renditionKey(galleryId, fileId, presetParams('fullscreen'));
      return { photoId, fileId, key, name, size: null, taken };
    });
  });
}

/** Of all that an archive's bytes depend on. */
export function entriesFingerprint(size: DownloadSize, entries: readonly ArchiveEntry[]): string {
  const facts = entries.map(({ photoId, key, name, taken }) => [photoId, key, name, taken]);
  return createHash('sha256')
    .update(JSON.stringify([size, facts]))
    .digest('hex');
}

/** Swedish writes times as ISO 8601 does. */
function wallClock(timeZone: string): (epochMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (epochMs) => format.format(epochMs).replace(' ', 'T');
}

/** Members are given whatever is ready, visitors what they are shown. */
const VISIBLE_PHOTOS = { visitor: IS_VISIBLE, member: `p.status = 'ready' and p.deleted_at is null` } as const;
export type Audience = keyof typeof VISIBLE_PHOTOS;

/**
 * Holds an archive against its gallery as it is now: it may hold what was hidden or thrown away since, an original that
 * was replaced, or a picture from before the gallery had its mark.
 */
export async function isUpToDate(db: Queryable, archiveId: string, audience: Audience): Promise<boolean> {
  const [row] = await db.query<{ outdated: boolean }>(
    `select exists (select from jsonb_array_elements(a.entries) e where not exists (
       select from photos p
       where p.id = e ->> 'photoId' and p.account_id = a.account_id and p.gallery_id = a.gallery_id
         and ${VISIBLE_PHOTOS[audience]}
         and case a.size when 'original' then p.original_key = e ->> 'key' else p.file_id = e ->> 'fileId' end
     )) as outdated
     from archives a where a.id = $1`,
    [archiveId],
  );
  return row?.outdated !== true;
}

/** @throws AppError `archive_outdated` */
export async function assertUpToDate(db: Queryable, archiveId: string, audience: Audience): Promise<void> {
  if (!(await isUpToDate(db, archiveId, audience))) throw new AppError('archive_outdated');
}
