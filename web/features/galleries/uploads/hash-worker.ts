import { hashFile } from './file-hash.ts';

/** What goes to the worker and what comes back; `sha256` is null for a file that could not be read. */
export type HashTask = { id: number; file: File };
export type HashResult = { id: number; sha256: string | null };

/** One file after the other: two at once would hold twice as much. */
let last: Promise<unknown> = Promise.resolve();

self.onmessage = ({ data: { id, file } }: MessageEvent<HashTask>) => {
  last = last
    .then(() => hashFile(file))
    .catch(() => null)
    .then((sha256) => self.postMessage({ id, sha256 } satisfies HashResult));
};
