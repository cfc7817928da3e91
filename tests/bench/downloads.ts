/**
 * A client downloads all photos of a gallery: the archive that was packed ahead, compared with one that is packed when
 * the client asks for it, and with a bare GET of the same file.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { archives, type Archive } from '#core/api/archives.ts';
import { publicPages } from '#core/api/public.ts';
import { ID_LENGTH } from '#core/domain/values/ids.ts';
import { createObjects } from '#functions/images/s3-objects.ts';
import { ORIGINALS_BUCKET, REGION } from '#local/supervisor/installation.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { type Figure, quantile } from './figure.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

const MB = 1000 ** 2;
/** Share of the time of a bare GET of the same file. */
const TOTAL = 1.1;
const FIRST_BYTE_S = 1;
/** Delays of the page between its questions (web/features/public/downloads/archive-request.ts), in milliseconds. */
const FIRST_LOOK_MS = 1000;
const SLOWER = 1.4;
/** Delay between two looks at the database, in milliseconds. */
const LOOK_MS = 500;

export async function benchDownloads(studio: Studio, sizes: Sizes): Promise<Figure[]> {
  const { archivePhotoBytes: bytes, downloadPhotos: count, rounds } = sizes;
  const gallery = await insertSettledGallery(studio, count, bytes);
  const cold = await download(studio, gallery);
  await studio.database.query('delete from archives where gallery_id = $1', [gallery]);
  await call(studio, publicPages.verify, { galleryId: gallery }, {});
  await preparedArchive(studio, gallery);
  const [ready, bare]: Timing[][] = [[], []];
  // They take turns, so that other load meets both.
  for (let round = 0; round < rounds; round++) {
    ready!.push(await download(studio, gallery));
    bare!.push(await fetchFile(ready![0]!.file, performance.now()));
  }
  const median = (timings: readonly Timing[], name: 'firstMs' | 'totalMs') =>
    quantile(timings.map((timing) => timing[name]));
  const what = `download of ${Math.round((count * bytes) / MB)} MB`;
  const [first, total] = [median(ready!, 'firstMs'), median(ready!, 'totalMs')];
  return [
    { what: `${what}, packed ahead, first byte`, value: first / 1000, limit: FIRST_BYTE_S, unit: 's', n: rounds },
    {
      what: `${what}, packed ahead`,
      value: total / median(bare!, 'totalMs'),
      limit: TOTAL,
      unit: '× bare GET',
      n: rounds,
    },
    {
      what: `${what}, packed ahead`,
      value: total / cold.totalMs,
      limit: TOTAL,
      unit: '× packed on request',
      n: rounds,
    },
    { what: `${what}, packed on request, first byte`, value: cold.firstMs / 1000, limit: null, unit: 's', n: 1 },
    { what: `${what}, packed on request`, value: cold.totalMs / 1000, limit: null, unit: 's', n: 1 },
  ].map((figure) => ({ bar: 'dl', ...figure }));
}

/** Creates a gallery of stored originals that has not changed for an hour. */
async function insertSettledGallery(
  { stack, database, account }: Studio,
  count: number,
  bytes: number,
): Promise<string> {
  const { url: endpoint, ...keys } = stack.s3;
  const originals = createObjects({ bucket: ORIGINALS_BUCKET, region: REGION, endpoint, ...keys });
  const settled = new Date(Date.now() - 3_600_000);
  const published = { status: 'published', published_at: settled, updated_at: settled, allow_web: false };
  const gallery = await insertGallery(database, account.id, { ...published, name: 'Downloads' });
  const photo = new Uint8Array(randomBytes(bytes));
  for (let n = 0; n < count; n++) {
    const id = newId();
    const key = `${gallery}/${id}/${newId()}`;
    await originals.put(key, photo, { contentType: 'image/jpeg' });
    await database.query(
      `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, mime_type, original_key, size, width,
         height, status, updated_at)
       values ($1, $2, gen_random_uuid(), $3, $4, $5, 'image/jpeg', $6, $7, 3000, 2000, 'ready', $8)`,
      [id, account.id, gallery, `IMG_${n}.jpg`, newId(ID_LENGTH.file), key, bytes, settled],
    );
  }
  return gallery;
}

/** Waits until the archive that a visit requested is stored. */
async function preparedArchive({ database }: Studio, gallery: string): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ status: string }>(
      'select status from archives where gallery_id = $1 and is_prepared',
      [gallery],
    );
    if (rows[0]?.status === 'ready') return;
    if (rows[0]?.status === 'failed') throw new Error('the prepared archive failed');
    await sleep(LOOK_MS);
  }
}

interface Timing {
  /** Address of the file in storage. */
  file: string;
  /** Milliseconds from the client's click to the first and to the last byte. */
  firstMs: number;
  totalMs: number;
}

/** Downloads all photos as the page does: asks, waits until the archive is ready, fetches its file. */
async function download(studio: Studio, galleryId: string): Promise<Timing> {
  const started = performance.now();
  let archive = await call<Archive>(studio, archives.create, { galleryId }, { size: 'original' });
  for (let delay = FIRST_LOOK_MS; archive.status !== 'ready'; delay *= SLOWER) {
    if (archive.status === 'failed') throw new Error('the archive failed');
    await sleep(delay);
    archive = await call<Archive>(studio, archives.status, { galleryId, archiveId: archive.id });
  }
  const part = fill(archives.part.path, { galleryId, archiveId: archive.id, part: '0' });
  return fetchFile(`${studio.stack.origin}${part}`, started);
}

async function fetchFile(address: string, started: number): Promise<Timing> {
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`the file answered ${answer.status}`);
  let firstMs = 0;
  for await (const _ of answer.body) firstMs ||= performance.now() - started;
  return { file: answer.url, firstMs, totalMs: performance.now() - started };
}

const fill = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');

async function call<T>(
  { stack }: Studio,
  { method, path }: { method: string; path: string },
  params: Record<string, string>,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${stack.origin}${fill(path, params)}`, {
    method,
    headers: { 'x-channel': 'public', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}
