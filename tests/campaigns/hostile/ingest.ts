import { uploads } from '#core/api/uploads.ts';
import { photoFailure } from '#core/domain/photos/photos.ts';
import { createDecoder } from '#functions/images/decoder/decoder.ts';
import { createIngest } from '#functions/images/ingest.ts';
import { createObjects } from '#functions/images/s3-objects.ts';
import { removeLocation } from '#functions/platform/storage/remove-location.ts';
import type { Figure } from '../../bench/figure.ts';
import type { ApiStack } from '../../support/api.ts';
import { newId } from '../../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../../support/studio.ts';
import type { CampaignOptions } from '../campaign.ts';
import { refusalOf } from './api.ts';
import { type Gate, sendFiles } from './files.ts';
import { pictureBombs } from './picture-bombs.ts';
import { pictureFormats } from './picture-files.ts';

/** Uploads mutated photos, videos and bombs by presigned URLs, and lets ingest read them. */
export async function mutatePictures(api: ApiStack, options: CampaignOptions): Promise<Figure[]> {
  const decoder = createDecoder({ size: 1 });
  try {
    const gate = await ingestGate(api, await makeStudio(api), decoder);
    return await sendFiles(gate, options.isMiniature ? gate.formats.length : 3200, options);
  } finally {
    decoder.close();
  }
}

async function ingestGate(api: ApiStack, studio: Studio, decoder: ReturnType<typeof createDecoder>): Promise<Gate> {
  const formats = await pictureFormats();
  const mimes = new Map(formats.map(({ name, mime }) => [name.split(' ', 1)[0]!, mime]));
  const bucket = (name: string) => createObjects({ ...api.s3, bucket: name });
  const originals = bucket('originals');
  const ingest = createIngest({ originals, renditions: bucket('renditions'), db: api.services.db, decoder });
  const galleryId = await publishedGallery(api, studio);
  const call = (path: string, body: object) =>
    api.call('POST', path, { as: studio.owner, account: studio.id, body: { galleryId, ...body } });

  async function store(photoId: string, bytes: Buffer, type: string): Promise<string | null> {
    const file = { photoId, filename: 'Hostile.bin', size: bytes.length, type };
    const signed = await call(uploads.presign.path, { files: [file] });
    if (signed.status !== 200) return refusalOf(signed);
    const { uploads: urls, refused } = signed.read(uploads.presign);
    if (refused[0]) return refused[0].code;
    const { url, headers } = urls[0]!;
    const put = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    if (!put.ok) throw new Error(`storage answered ${put.status}`);
    const completed = await call(uploads.complete.path, { photoIds: [photoId] });
    if (completed.status !== 200) return refusalOf(completed);
    const { photos, refused: problems } = completed.read(uploads.complete);
    return problems[0]?.code ?? photos[0]!.failure;
  }

  async function read(photoId: string): Promise<string> {
    const photo = async () => {
      const sql = 'select status, failure_reason, original_key from photos where id = $1';
      return (await api.db.pool.query(sql, [photoId])).rows[0]!;
    };
    const key = (await photo()).original_key as string;
    const body = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Put', s3: { object: { key } } }] });
    const { batchItemFailures } = await ingest({ Records: [{ messageId: key, body }] } as never);
    if (batchItemFailures.length > 0) throw new Error('ingest failed, and would be retried');
    const { status, failure_reason: failure } = await photo();
    if (status === 'ready') return 'accepted';
    if (status !== 'failed') throw new Error(`the photo stays ${status}`);
    return photoFailure.parse(failure);
  }

  return {
    name: 'ingest',
    formats,
    bombs: await pictureBombs(),
    good: formats[0]!.seeds[0]!,
    async send(bytes, format) {
      const photoId = newId();
      const refusal = bytes.length === 0 ? 'empty' : await store(photoId, bytes, mimes.get(format)!);
      const verdict = refusal ?? (await read(photoId));
      if (verdict === 'accepted') assertLocationGoes(bytes);
      await api.db.pool.query('delete from photos where id = $1', [photoId]);
      return verdict;
    },
  };
}

/** Clients' originals have their location removed in the functions' own process, so every accepted file must allow it. */
function assertLocationGoes(bytes: Buffer): void {
  const copy = Buffer.from(bytes);
  removeLocation(copy);
  if (copy.length !== bytes.length) throw new Error('removing the location changed the length');
}
