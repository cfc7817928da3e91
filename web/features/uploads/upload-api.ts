import { MAX_FILES_PER_SIGNING } from '#core/domain/uploads.ts';
import { type ApiClient, ApiError } from '#web/lib/api/api-client.ts';
import type { ResumableUpload } from './resumable-uploads.ts';

/** What cannot be told now is swept by the server's own job (rows that stay `uploading`). */
export async function cancelUploads(api: ApiClient, galleryId: string, photoIds: readonly string[]): Promise<void> {
  for (const batch of batches(photoIds)) {
    await api.uploads.cancel({ body: { galleryId, photoIds: batch } }).catch(() => undefined);
  }
}

/**
 * Those that are missing in truth: some may have arrived though the window died before it could say so, and the server
 * is told of them now. What it cannot be asked counts as missing, and is sent again.
 */
export async function findMissingUploads(
  api: ApiClient,
  galleryId: string,
  unfinished: readonly ResumableUpload[],
): Promise<readonly ResumableUpload[]> {
  const arrived = new Set<string>();
  for (const photoIds of batches(unfinished.map(({ id }) => id))) {
    const answer = await api.uploads.complete({ body: { galleryId, photoIds } }).catch(() => null);
    for (const { photoId } of answer?.photos ?? []) arrived.add(photoId);
  }
  return unfinished.filter(({ id }) => !arrived.has(id));
}

/** What the server will answer again, however often it is asked; signing in and too many requests pass. */
export function permanentErrorCode(error: unknown): string | null {
  const final = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return final ? error.code : null;
}

/** As many as one request may name. */
function batches(photoIds: readonly string[]): string[][] {
  const count = Math.ceil(photoIds.length / MAX_FILES_PER_SIGNING);
  return Array.from({ length: count }, (_, index) =>
    photoIds.slice(index * MAX_FILES_PER_SIGNING, (index + 1) * MAX_FILES_PER_SIGNING),
  );
}
