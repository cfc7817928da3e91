import { z } from 'zod';
import { galleryId, rowId } from '#core/domain/ids.ts';
import type { OriginalRef } from './claim.ts';

/** What is read of S3's notification; `s3:TestEvent`, sent once when a bucket is connected, has no records. */
const notification = z.object({
  Records: z
    .array(z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) }))
    .default([]),
});

/**
 * The originals that one queued notification tells of. Objects under other keys are nobody's and are left out.
 * Throws for a body that is no notification.
 */
export function parseOriginals(body: string): OriginalRef[] {
  const { Records } = notification.parse(JSON.parse(body));
  return Records.filter((record) => /^(s3:)?ObjectCreated:/.test(record.eventName)).flatMap((record) => {
    const ref = parseOriginalRef(decodeKey(record.s3.object.key));
    return ref ? [ref] : [];
  });
}

/** Keys come form-encoded. */
function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', ' '));
}

function parseOriginalRef(key: string): OriginalRef | null {
  const [gallery, photo, original, ...more] = key.split('/');
  if (!galleryId.safeParse(gallery).success || !rowId.safeParse(photo).success) return null;
  return gallery && photo && original && more.length === 0 ? { galleryId: gallery, photoId: photo, key } : null;
}
