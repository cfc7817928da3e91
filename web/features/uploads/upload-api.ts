import { MAX_FILES_PER_SIGNING } from '#core/domain/uploads.ts';
import { type ApiClient, ApiError } from '#web/lib/api/api-client.ts';
import type { ResumableUpload } from './resumable-uploads.ts';

/**
 * Cancels registered photos on the server. Best effort: a scheduled job of the server deletes rows that stay
 * `uploading`.
 */
export async function cancelUploads(api: ApiClient, galleryId: string, photoIds: readonly string[]): Promise<void> {
  for (const batch of batches(photoIds)) {
    await api.uploads.cancel({ body: { galleryId, photoIds: batch } }).catch(() => undefined);
  }
}

/**
 * Returns the photos whose files are missing in storage. Some may be stored although the window closed before reporting
 * it; this reports them now. A failed request counts as missing, and the file is sent again.
 */
export async function findMissingUploads(
  api: ApiClient,
  galleryId: string,
  unfinished: readonly ResumableUpload[],
): Promise<readonly ResumableUpload[]> {
  const storedIds = new Set<string>();
  for (const photoIds of batches(unfinished.map(({ id }) => id))) {
    const answer = await api.uploads.complete({ body: { galleryId, photoIds } }).catch(() => null);
    for (const { photoId } of answer?.photos ?? []) storedIds.add(photoId);
  }
  return unfinished.filter(({ id }) => !storedIds.has(id));
}

/**
 * Returns the code of a failure that a retry would not change; null for others, such as an expired session or rate
 * limit.
 */
export function permanentErrorCode(error: unknown): string | null {
  const final = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return final ? error.code : null;
}

/** Splits ids into batches of the maximum size of one request. */
function batches(photoIds: readonly string[]): string[][] {
  const count = Math.ceil(photoIds.length / MAX_FILES_PER_SIGNING);
  return Array.from({ length: count }, (_, index) =>
    photoIds.slice(index * MAX_FILES_PER_SIGNING, (index + 1) * MAX_FILES_PER_SIGNING),
  );
}
