import { MAX_FILES_PER_SIGNING } from '#core/domain/photos/uploads.ts';
import type { ApiClient } from '#web/lib/api/api-client.ts';
import { newId } from '#web/lib/ids.ts';
import type { ResumableUpload } from './upload-item.ts';
import { newUpload, type Upload } from './upload-state.ts';

type Requests<Name extends keyof ApiClient['uploads']> = Pick<ApiClient['uploads'], Name>;

/**
 * Returns uploads of files: a file with the name and size of an unfinished upload continues it, the others are new.
 * @param sectionOf returns the id of a new photo's section
 */
export function continueUploads(
  galleryId: string,
  files: readonly File[],
  unfinished: readonly ResumableUpload[],
  sectionOf: (file: File) => string | undefined,
): Upload[] {
  const resumable = [...unfinished];
  return files.map((file) => {
    const at = resumable.findIndex(({ filename, size }) => filename === file.name && size === file.size);
    // Each matches once. The server compares the content by its hash.
    const [resumed] = at < 0 ? [] : resumable.splice(at, 1);
    return newUpload(
      galleryId,
      file,
      resumed ? { photoId: resumed.id, isRegistered: true } : { photoId: newId(), sectionId: sectionOf(file) },
    );
  });
}

/**
 * Returns the unfinished uploads whose files are not stored: some are, but their window closed before it reported them.
 * A failed request counts as not stored.
 */
export async function findUnstored(
  api: Requests<'complete'>,
  galleryId: string,
  unfinished: readonly ResumableUpload[],
): Promise<ResumableUpload[]> {
  const stored = new Set<string>();
  for (const photoIds of batches(unfinished)) {
    const answer = await api.complete({ body: { galleryId, photoIds } }).catch(() => null);
    for (const { photoId } of answer?.photos ?? []) stored.add(photoId);
  }
  return unfinished.filter(({ id }) => !stored.has(id));
}

/**
 * Deletes photos and their stored parts on the server. Best effort: a scheduled job of the server deletes rows that
 * stay `uploading`.
 */
export async function cancelOnServer(
  api: Requests<'cancel'>,
  galleryId: string,
  unfinished: readonly Pick<ResumableUpload, 'id'>[],
): Promise<void> {
  for (const photoIds of batches(unfinished)) {
    await api.cancel({ body: { galleryId, photoIds } }).catch(() => undefined);
  }
}

/** Splits photo ids into batches of the maximum size of one request. */
function batches(photos: readonly { id: string }[]): string[][] {
  const ids = photos.map(({ id }) => id);
  const count = Math.ceil(ids.length / MAX_FILES_PER_SIGNING);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * MAX_FILES_PER_SIGNING, (index + 1) * MAX_FILES_PER_SIGNING),
  );
}
