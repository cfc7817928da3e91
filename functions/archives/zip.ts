import { makeZip, predictLength } from 'client-zip';
import { MAX_ARCHIVE_PART_BYTES } from '#core/domain/archives.ts';
import { type ArchiveEntry, sanitizeName } from './entries.ts';

/** An entry of known size. */
export type SizedEntry = ArchiveEntry & { size: number };

/** One planned file of an archive. */
export interface PlannedPart {
  entries: SizedEntry[];
  /** Bytes of the finished file; exact, because nothing is compressed. */
  size: number;
}

/** ZIP overhead per entry: both headers and the data descriptor, in their Zip64 form. */
const ENTRY_BYTES = 30 + 24 + 46 + 28;
/** End records of a ZIP, including Zip64. */
const END_BYTES = 22 + 76;

/** Divides the photos into files of at most `maxBytes`. A larger photo gets its own file. */
export function planParts(entries: readonly SizedEntry[], maxBytes = MAX_ARCHIVE_PART_BYTES): PlannedPart[] {
  const groups: SizedEntry[][] = [];
  let remaining = 0;
  for (const entry of entries) {
    const needed = ENTRY_BYTES + 2 * Buffer.byteLength(entry.name) + entry.size;
    if (needed > remaining) {
      groups.push([]);
      remaining = maxBytes - END_BYTES;
    }
    groups.at(-1)!.push(entry);
    remaining -= needed;
  }
  return groups.map((group) => ({ entries: group, size: Number(predictLength(group.map(zipMeta))) }));
}

const zipMeta = ({ name, size }: SizedEntry) => ({ name, size });

/** Download name of a file: the gallery name, with a number if there are several. Language-neutral. */
export function partFilename(gallery: string, index: number, count: number): string {
  const place = count > 1 ? ` (${index + 1}-${count})` : '';
  return `${sanitizeName(gallery, 'photos')}${place}.zip`;
}

/** MS-DOS times begin in 1980; their seven-bit year ends in 2107. */
const EARLIEST = '1980-01-01T00:00:00';
const LATEST = '2107-12-31T23:59:58';

/**
 * Returns a ZIP stream of these entries: stored, because JPEG does not compress further; UTF-8 names; Zip64 where
 * needed. Equal entries give equal bytes.
 * @param open opens the bytes of an entry; called in order, one at a time
 */
export function createZip(
  { entries }: PlannedPart,
  open: (entry: SizedEntry) => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  function* files() {
    for (const entry of entries) {
      yield { name: entry.name, size: entry.size, lastModified: zipDate(entry.taken), input: open(entry) };
    }
  }
  return makeZip(files());
}

/** The library writes local time of the process, so parse the text without a zone as local time too. */
function zipDate(taken: string): Date {
  const clamped = taken < EARLIEST ? EARLIEST : taken > LATEST ? LATEST : taken;
  return new Date(clamped);
}
