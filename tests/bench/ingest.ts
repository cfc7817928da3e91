/**
 * The server's side of an upload: processor time of all services from the signing until the photos are in the back
 * office, compared with the bare rendition sets of the same photos. Both take turns.
 */
import { Readable } from 'node:stream';
import { uploads } from '#core/api/uploads.ts';
import { queries } from '#core/zero/queries.ts';
import { develop } from '#local/demo/upload.ts';
import { shoot } from '#local/demo/photographs.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { type Figure, quantile } from './figure.ts';
import { measuredDecoder } from './images/transformers.ts';
import type { Sizes } from './sizes.ts';
import { type Service, servicesSpent } from './stack-processes.ts';
import type { Studio } from './studio.ts';
import { zeroClient } from './sync.ts';

/** Files sent at a time, as a browser does. */
const PARALLEL = 4;
/** Services whose time counts; storage and edge replace S3 and CloudFront. */
const OURS: readonly Service[] = ['functions', 'decoders', 'database', 'zero-cache'];
/** The sets, checked, 1.04; signing, event, requests and rows 0.14 to 0.23; their sync 0.18; PostgreSQL 0.12. */
const LIMIT = 1.6;

export async function benchIngest(studio: Studio, { ingestPhotos, rounds }: Sizes): Promise<Figure[]> {
  const shots = shoot('ALM_', 1, '2026:06:20', ['mountains', 'sea'], [0, 1]);
  const pictures = await Promise.all(shots.map((shot) => develop(shot)));
  const { decoder, spent, close } = measuredDecoder();
  const sets: number[] = [];
  const whole: Record<Service, number>[] = [];
  try {
    // The first round warms both.
    for (let round = 0; round <= rounds; round++) {
      const files = Array.from({ length: ingestPhotos }, (_, index) => unique(pictures[index % pictures.length]!));
      const before = spent();
      for (const bytes of files) {
        const open = async () => ({ size: bytes.length, body: Readable.from([bytes]) });
        await decoder.run<'set'>({ kind: 'set', open, focal: null, declared: 'image/jpeg', timeZone: 'UTC' });
      }
      const bare = spent() - before;
      const times = await uploadAll(studio, files);
      if (round === 0) continue;
      sets.push(bare);
      whole.push(times);
    }
  } finally {
    close();
  }
  const share = (services: readonly Service[]) =>
    quantile(whole.map((times, index) => services.reduce((sum, name) => sum + times[name], 0) / sets[index]!));
  const figure = (what: string, value: number, limit: number | null): Figure => {
    return { bar: '10', what: `${ingestPhotos} photos, ${what}`, value, limit, unit: '× bare sets', n: rounds };
  };
  const services: readonly Service[] = [...OURS, 'storage', 'edge'];
  return [
    figure('processor time of the server', share(OURS), LIMIT),
    ...services.map((name) => figure(`processor time of ${name}`, share([name]), null)),
  ];
}

/** Bytes behind a JPEG's end are ignored, but the file is another one. */
function unique(picture: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([picture, Buffer.from(newId())]);
}

/** Processor time of each service, with a client that watches the gallery. */
async function uploadAll(studio: Studio, files: readonly Buffer<ArrayBuffer>[]) {
  const galleryId = await insertGallery(studio.database, studio.account.id);
  const office = zeroClient(studio);
  const view = office.materialize(queries.galleries.photos({ galleryId }));
  await office.run(queries.galleries.photos({ galleryId }), { type: 'complete' });
  const arrived = Promise.withResolvers<void>();
  const stop = view.addListener((rows) => {
    if (rows.some(({ status }) => status === 'failed')) arrived.reject(new Error('a photo failed'));
    if (rows.length === files.length && rows.every(({ status }) => status === 'ready')) arrived.resolve();
  });
  const before = servicesSpent();
  const registered = files.map(({ length }, index) => {
    return { photoId: newId(), filename: `IMG_${index}.jpg`, size: length, type: 'image/jpeg' as const };
  });
  const signed = await studio.api.call(uploads.presign, {}, { galleryId, files: registered });
  // In an order of its own.
  const bodies = new Map(registered.map(({ photoId }, index) => [photoId, files[index]!]));
  const waiting = signed.uploads.map(({ photoId, url, headers }) => ({ url, headers, body: bodies.get(photoId)! }));
  const sendNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { url, ...init } = next;
      const answer = await fetch(url, { method: 'PUT', ...init });
      if (!answer.ok) throw new Error(`PUT answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, sendNext));
  await arrived.promise;
  const after = servicesSpent();
  stop();
  view.destroy();
  await office.close();
  const times = Object.entries(after).map(([name, spent]) => [name, spent - before[name as Service]] as const);
  // A service without time is one whose command line is not the one of `stack-processes.ts` any more.
  const idle = times.filter(([name, spent]) => spent === 0 && OURS.includes(name as Service)).map(([name]) => name);
  if (idle.length > 0) throw new Error(`no process spent time as ${idle.join(', ')}`);
  return Object.fromEntries(times) as Record<Service, number>;
}
