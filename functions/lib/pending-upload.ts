import type { PhotoFailure } from '#core/domain/photos.ts';
import type { Storage } from './storage.ts';
import { findStoredFailure } from './upload-check.ts';

/** An upload on its way: a photo's first original, or a new one for it. */
export interface PendingUpload {
  photoId: string;
  /** Where it is stored among the originals. */
  key: string;
  /** S3's id of an upload in parts. */
  uploadId: string | null;
  /** Bytes, as announced. */
  size: number;
  type: string;
}

/**
 * What has become of it: null when it is stored as announced. `upload_missing` is no failure yet: it, or parts of it,
 * are still to come. Puts together what came in parts. Safe to repeat.
 */
export async function verifyUpload(storage: Storage, upload: PendingUpload): Promise<PhotoFailure | null> {
  if (upload.uploadId && !(await completeMultipart(storage, upload, upload.uploadId))) return 'upload_missing';
  return findStoredFailure(storage, upload.key, upload);
}

/** False while parts are missing. Where the upload itself is, the stored object then tells. */
async function completeMultipart(storage: Storage, { key, size }: PendingUpload, uploadId: string): Promise<boolean> {
  const parts = await storage.browserParts.arrived('originals', key, uploadId);
  if (!parts) return true;
  const isWhole = parts.every(({ number }, index) => number === index + 1);
  if (!isWhole || parts.reduce((sum, part) => sum + part.size, 0) !== size) return false;
  const outcome = await storage.browserParts.finish('originals', key, uploadId, parts);
  if (outcome === 'exists') await storage.multipart.abort('originals', key, uploadId);
  return outcome !== 'invalid';
}

/** Takes away what is stored of it, and what came of its parts. */
export async function removeUpload(storage: Storage, { key, uploadId }: Pick<PendingUpload, 'key' | 'uploadId'>) {
  if (uploadId) await storage.multipart.abort('originals', key, uploadId);
  await storage.remove('originals', key);
}
