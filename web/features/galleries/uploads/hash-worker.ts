import { type FileHashes, hashFile } from './file-hash.ts';

/** What goes to the worker and what comes back; `hashes` is null for a file that could not be read. */
export type HashTask = { id: number; file: File };
export type HashResult = { id: number; hashes: FileHashes | null };

/** One file after the other: two at once would hold twice as much. */
let last: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data: { id, file } }: MessageEvent<HashTask>) => {
  last = last
    .then(() => hashFile(file))
    .catch(() => null)
    .then((hashes) => self.postMessage({ id, hashes } satisfies HashResult));
};
