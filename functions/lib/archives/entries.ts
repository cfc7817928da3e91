import { createHash } from 'node:crypto';
import type { DownloadSize } from '#core/domain/archives.ts';
import { presetParams, renditionKey } from '#core/domain/image-params.ts';
import { sortTimestamp, type SortablePhoto } from '#core/domain/photos.ts';
import type { SectionPhotos, Section } from '#core/domain/sections.ts';
import { withExtension } from '../content-disposition.ts';
import { UniqueNames, sanitizeName } from './entry-names.ts';

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
