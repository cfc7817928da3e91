import { type FileHashes, hashFile } from './file-hash.ts';

/** What goes to the worker, one at a time, and what comes back; `hashes` is null for a file that could not be read. */
export type HashTask = { file: File };
export type HashResult = { hashes: FileHashes | null };

self.onmessage = ({ data: { file } }: MessageEvent<HashTask>) => {
  void hashFile(file)
    .catch(() => null)
    .then((hashes) => self.postMessage({ hashes } satisfies HashResult));
};
