import { setTimeout as sleep } from 'node:timers/promises';
import { uploads } from '#core/api/uploads.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { RefusedError } from '#local/demo/product-api.ts';
import type { Office } from '../../bench/studio.ts';
import { noisePicture } from '../../support/pictures.ts';
import { newId } from '../../support/rows.ts';

const READY_MS = 3 * MINUTE_MS;
const LOOK_MS = 200;

/**
 * Uploads a photo of its own as a browser does, once.
 * @returns the photo's id, once the product has acknowledged it
 * @throws RefusedError with the code of the step that was refused
 */
export async function uploadPhoto({ api }: Pick<Office, 'api'>, galleryId: string): Promise<string> {
  const photoId = newId();
  const bytes = new Uint8Array(await noisePicture(300, 200).jpeg().toBuffer());
  const file = { photoId, filename: `${photoId}.jpg`, size: bytes.length, type: 'image/jpeg' };
  const { uploads: targets, refused } = await api.call(uploads.presign, {}, { galleryId, files: [file] });
  const [target] = targets;
  if (!target?.url) throw new RefusedError('presign', refused[0]?.code ?? 'nothing signed');
  const stored = await fetch(target.url, { method: 'PUT', headers: target.headers, body: bytes });
  const text = await stored.text();
  if (!stored.ok) throw new RefusedError('storage', /<Code>(\w+)</.exec(text)?.[1] ?? `status ${stored.status}`);
  const completed = await api.call(uploads.complete, {}, { galleryId, photoIds: [photoId] });
  if (completed.refused[0]) throw new RefusedError('complete', completed.refused[0].code);
  return photoId;
}

/** Waits for photos to be ready. @returns those that are not */
export async function unreadyPhotos({ database }: Pick<Office, 'database'>, ids: readonly string[]): Promise<string[]> {
  for (const until = Date.now() + READY_MS; ; await sleep(LOOK_MS)) {
    const found = await database
      .query<{ id: string; status: string }>('select id, status from photos where id = any($1)', [ids])
      .catch(() => null);
    const ready = new Set(found?.rows.filter(({ status }) => status === 'ready').map(({ id }) => id));
    const unready = ids.filter((id) => !ready.has(id));
    if (unready.length === 0 || Date.now() > until) return unready;
  }
}
