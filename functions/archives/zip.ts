import { makeZip, predictLength } from 'client-zip';
import { MAX_ARCHIVE_PART_BYTES } from '#core/domain/archives.ts';
import { type ArchiveEntry, sanitizeName } from './entries.ts';

/** An entry whose bytes are counted. */
export type SizedEntry = ArchiveEntry & { size: number };

/** One file of an archive, before it is made. */
export interface PlannedPart {
  entries: SizedEntry[];
  /** Of the finished file, bytes: nothing is compressed, so it is known beforehand. */
  size: number;
}

/** What a picture takes beside its bytes: both headers and what follows the data, in Zip64's longest form. */
const ENTRY_BYTES = 30 + 24 + 46 + 28;
/** The end of an archive, with Zip64's. */
const END_BYTES = 22 + 76;

/** Divides the pictures into files of at most `maxBytes`; one that is larger has a file to itself. */
export function planParts(entries: readonly SizedEntry[], maxBytes = MAX_ARCHIVE_PART_BYTES): PlannedPart[] {
  const groups: SizedEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const needed = ENTRY_BYTES + 2 * Buffer.byteLength(entry.name) + entry.size;
    if (needed > room) {
      groups.push([]);
      room = maxBytes - END_BYTES;
    }
    groups.at(-1)!.push(entry);
    room -= needed;
  }
  return groups.map((group) => ({ entries: group, size: Number(predictLength(group.map(zipMeta))) }));
}

const zipMeta = ({ name, size }: SizedEntry) => ({ name, size });

/** What a file is called on who downloads it: by its gallery, and one of several by its number, in no language. */
export function partFilename(gallery: string, index: number, count: number): string {
  const place = count > 1 ? ` (${index + 1}-${count})` : '';
  return `${sanitizeName(gallery, 'photos')}${place}.zip`;
}

/** Times that a ZIP can tell: MS-DOS began in 1980, and its seven bits of years end in 2107. */
const EARLIEST = '1980-01-01T00:00:00';
const LATEST = '2107-12-31T23:59:58';

/**
 * A ZIP of these pictures as it is read: stored and not compressed (JPEG has nothing left to gain), names in UTF-8,
 * Zip64 where it has to be. The same entries are the same bytes.
 * @param open the bytes of an entry; asked for one after the other, in order
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

/** The library writes what this process's clock would show: without a zone, the text is read by that same clock. */
function zipDate(taken: string): Date {
  const told = taken < EARLIEST ? EARLIEST : taken > LATEST ? LATEST : taken;
  return new Date(told);
}
