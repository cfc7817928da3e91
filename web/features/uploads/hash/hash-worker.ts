import { type FileHashes, hashFile } from './file-hash.ts';

/** Messages to and from the worker, one file at a time; `hashes` is null if the file cannot be read. */
export type HashTask = { file: File };
export type HashResult = { hashes: FileHashes | null };

self.onmessage = ({ data: { file } }: MessageEvent<HashTask>) => {
  void hashFile(file)
    .catch(() => null)
    .then((hashes) => self.postMessage({ hashes } satisfies HashResult));
};
