import { makeZip } from 'client-zip';
import type { PlannedPart, SizedEntry } from './plan.ts';

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
