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
import { ArchiveRequest } from '#web/features/public/downloads/archive-request.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { type Figure, quantile } from './figure.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';

const MB = 1000 ** 2;
/** Share of the time of a bare GET of the same file. */
const TOTAL = 1.1;
/** Bar 20. */
const READY_FIRST_BYTE_S = 0.1;
const PROGRESS_S = 0.3;
const FIRST_BYTE_S = 1.5;
/** Delay between two looks at the database, in milliseconds. */
const LOOK_MS = 500;

export async function benchDownloads(studio: Studio, sizes: Sizes): Promise<Figure[]> {
  const { archivePhotoBytes: bytes, downloadPhotos: count, rounds } = sizes;
  const gallery = await insertSettledGallery(studio, count, bytes);
  const onRequest: Timing[] = [];
  for (let round = 0; round < rounds; round++) {
    onRequest.push(await download(studio, gallery));
    await studio.database.query('delete from archives where gallery_id = $1', [gallery]);
  }
  await call(studio, publicPages.verify, { galleryId: gallery }, {});
  await preparedArchive(studio, gallery);
  const ready: Timing[] = [];
  const bare: Omit<Timing, 'progressMs'>[] = [];
  // They take turns, so that other load meets both.
  for (let round = 0; round < rounds; round++) {
    ready.push(await download(studio, gallery));
    bare.push(await fetchFile(ready[0]!.file, performance.now()));
  }
  const median = (timings: readonly Timing[], name: 'progressMs' | 'firstMs' | 'totalMs') =>
    quantile(timings.map((timing) => timing[name]));
  const what = `download of ${Math.round((count * bytes) / MB)} MB`;
  const [first, total] = [median(ready, 'firstMs'), median(ready, 'totalMs')];
  return [
    { what: `${what}, packed ahead, first byte`, value: first / 1000, limit: READY_FIRST_BYTE_S, unit: 's', n: rounds },
    {
      what: `${what}, packed ahead`,
      value: total / quantile(bare.map(({ totalMs }) => totalMs)),
      limit: TOTAL,
      unit: '× bare GET',
      n: rounds,
    },
    {
      what: `${what}, packed ahead`,
      value: total / median(onRequest, 'totalMs'),
      limit: TOTAL,
      unit: '× packed on request',
      n: rounds,
    },
    ...(
      [
        ['progress', 'progressMs', PROGRESS_S],
        ['first byte', 'firstMs', FIRST_BYTE_S],
        ['last byte', 'totalMs', null],
      ] as const
    ).map(([event, name, limit]) => {
      const value = median(onRequest, name) / 1000;
      return { what: `${what}, packed on request, ${event}`, value, limit, unit: 's', n: rounds };
    }),
    {
      what: `${what}, packed on request`,
      value: median(onRequest, 'totalMs') / quantile(bare.map(({ totalMs }) => totalMs)),
      limit: null,
      unit: '× bare GET',
      n: rounds,
    },
  ].map((figure) => ({ bar: '20', ...figure }));
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
  /** Milliseconds from the client's click to the first progress, to the first and to the last byte. */
  progressMs: number;
  firstMs: number;
  totalMs: number;
}

/** Downloads all photos by the page's own code: asks, waits until the archive is ready, fetches its file. */
async function download(studio: Studio, galleryId: string): Promise<Timing> {
  const started = performance.now();
  let progressMs = 0;
  const api = {
    createArchive: (_: string, body: object) => call<Archive>(studio, archives.create, { galleryId }, body),
    archive: (_: string, archiveId: string) => call<Archive>(studio, archives.status, { galleryId, archiveId }),
    unlock: () => Promise.reject(new Error('the gallery has no PIN')),
  };
  const request = new ArchiveRequest({ api, galleryId, storage: { read: () => null, write: () => {} } });
  const archive = await new Promise<Archive>((resolve, reject) => {
    request.subscribe(() => {
      const state = request.state();
      if ('archive' in state) progressMs ||= performance.now() - started;
      if (state.step === 'ready') resolve(state.archive);
      else if (state.step === 'over' || ('failure' in state && state.failure)) reject(new Error('the archive failed'));
    });
    void request.ask({ wanted: { what: 'all' }, size: 'original' });
  });
  const part = fill(archives.part.path, { galleryId, archiveId: archive.id, part: '0' });
  return { ...(await fetchFile(`${studio.stack.origin}${part}`, started)), progressMs };
}

async function fetchFile(address: string, started: number): Promise<Omit<Timing, 'progressMs'>> {
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
