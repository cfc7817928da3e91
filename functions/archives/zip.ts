import { crc32 } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import { MAX_ARCHIVE_PART_BYTES } from '#core/domain/galleries/archives.ts';
import { type ArchiveEntry, sanitizeName } from './entries.ts';

/** An entry of known size. */
export type SizedEntry = ArchiveEntry & { size: number };

/** One planned file of an archive. */
export interface PlannedPart {
  entries: SizedEntry[];
  /** Bytes of the finished file; exact, because nothing is compressed. */
  size: number;
}

/** ZIP overhead per entry beside its name, which is written twice: both headers and the data descriptor. */
const ENTRY_BYTES = 30 + 16 + 46;
/** The end record. */
const END_BYTES = 22;
/** Neither more entries nor 4 GiB fit into a ZIP without Zip64, which not every reader knows. */
const MAX_ENTRIES = 65_535;

/** Divides the photos into files of at most `maxBytes`. A larger photo gets its own file. */
export function planParts(entries: readonly SizedEntry[], maxBytes = MAX_ARCHIVE_PART_BYTES): PlannedPart[] {
  const parts: PlannedPart[] = [];
  for (const entry of entries) {
    const needed = ENTRY_BYTES + 2 * Buffer.byteLength(entry.name) + entry.size;
    const last = parts.at(-1);
    if (!last || last.size + needed > maxBytes || last.entries.length === MAX_ENTRIES) {
      parts.push({ entries: [entry], size: END_BYTES + needed });
      continue;
    }
    last.entries.push(entry);
    last.size += needed;
  }
  return parts;
}

/** Download name of a file: the gallery name, with a number if there are several. Language-neutral. */
export function partFilename(gallery: string, index: number, count: number): string {
  const suffix = count > 1 ? ` (${index + 1}-${count})` : '';
  return `${sanitizeName(gallery, 'photos')}${suffix}.zip`;
}

/** A file of a ZIP. Node computes its checksum in a tenth of the time that the library's JavaScript takes. */
class StoredFile extends ZipPassThrough {
  override crc = 0;

  override push(bytes: Uint8Array, isLast = false): void {
    this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    this.process(bytes as Uint8Array<ArrayBuffer>, isLast);
  }
}

/** The range of the library; MS-DOS times begin in 1980. */
const EARLIEST = '1980-01-01T00:00:00';
const LATEST = '2099-12-31T23:59:58';

/**
 * Yields a ZIP of these entries: stored, because JPEG does not compress further; UTF-8 names. Equal entries give equal
 * bytes.
 * @param open opens the bytes of an entry; called in order, one at a time
 */
export async function* createZip(
  { entries }: PlannedPart,
  open: (entry: SizedEntry) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for (const entry of entries) {
    const file = new StoredFile(entry.name);
    file.mtime = zipDate(entry.taken);
    zip.add(file);
    for await (const bytes of open(entry)) {
      file.push(bytes);
      yield* written.splice(0);
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* written;
}

/** The library writes local time of the process, so parse the text without a zone as local time too. */
function zipDate(taken: string): Date {
  const clamped = taken < EARLIEST ? EARLIEST : taken > LATEST ? LATEST : taken;
  return new Date(clamped);
}
