import { setTimeout as sleep } from 'node:timers/promises';
import { archives, type Archive } from '#core/api/archives.ts';
import { uploads } from '#core/api/uploads.ts';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import type { Studio } from '../../bench/studio.ts';
import { waitUntilReady } from '../../bench/upload.ts';
import { noisePicture } from '../../support/pictures.ts';
import { seededRandom } from '../../support/random.ts';
import { insertGallery, newId } from '../../support/rows.ts';
import { type RecordedRequest, recordVisit } from './recorded-visit.ts';
import { Tally } from './tally.ts';
import { Visitor, type VisitorAnswer, type VisitorRequest } from './visitor.ts';

const BAR = 'vis';
export interface VisitorSizes {
  visitors: number;
  /** Time over which they arrive. */
  arrivalMs: number;
  photos: number;
}
/** Of five visitors one downloads the gallery, and two choose photos: a gallery takes 1,000 people who choose. */
const OF = 5;
const DOWNLOADING = 1;
const CHOOSING = 2;
/** Delay between two questions for a download's progress, as the page waits. */
const LOOK_MS = SECOND_MS;
const PACKING_LIMIT_MS = 2 * MINUTE_MS;

/**
 * Visitors who open a gallery and scroll to its end; some choose photos, some start a download. Each repeats the requests
 * of one recorded visit with an address, cookies and connections of its own.
 */
export async function visitGallery(
  studio: Studio,
  sizes: VisitorSizes,
  seed: number,
): Promise<() => Promise<Figure[]>> {
  const gallery = await uploadGallery(studio, sizes.photos);
  const visit = await recordVisit(studio, `${studio.stack.origin}/p/${studio.account.slug}/gallery/${gallery}`);
  const viewing = visit.filter(({ kind }) => kind !== 'heart');
  return async () => {
    const tally = new Tally(BAR);
    const [random, cached] = [seededRandom(seed), { hits: 0, asked: 0 }];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: sizes.visitors }, async (_, number) => {
        await sleep(random() * sizes.arrivalMs);
        const visitor = new Visitor(studio.stack.origin, number);
        const isChoosing = number % OF < CHOOSING;
        await repeatVisit(visitor, isChoosing ? visit : viewing, tally, cached);
        if (number % OF < DOWNLOADING) await startDownload(visitor, gallery, tally);
        visitor.leave();
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    return [
      tally.figure('visitors', sizes.visitors, `in ${seconds.toFixed(0)} s`),
      tally.figure('requests of a visit', visit.length, 'requests'),
      tally.figure('requests', tally.requests / seconds, 'a second'),
      ...tally.figures(),
      // Of pages, pictures and data without the visitor's own: files of the site come from the bucket.
      tally.figure('pages and pictures from the cache', (100 * cached.hits) / cached.asked, '%'),
    ];
  };
}

/** Creates a gallery of distinct uploaded photos in which guests may choose. */
async function uploadGallery({ api, account, database }: Studio, count: number): Promise<string> {
  const published = { status: 'published', published_at: new Date(), visibility: 'link', guest_favourites: true };
  const galleryId = await insertGallery(database, account.id, { ...published, name: 'Load' });
  for (let number = 0; number < count; number++) {
    const [width, height] = number % 3 === 1 ? [1067, 1600] : [1600, 1067];
    const bytes = new Uint8Array(await noisePicture(width!, height!).jpeg({ quality: 70 }).toBuffer());
    const file = {
      photoId: newId(),
      filename: `IMG_${1000 + number}.jpg`,
      size: bytes.length,
      type: 'image/jpeg' as const,
    };
    const { uploads: targets } = await api.call(uploads.presign, {}, { galleryId, files: [file] });
    const { ok, status } = await fetch(targets[0]!.url, { method: 'PUT', headers: targets[0]!.headers, body: bytes });
    if (!ok) throw new Error(`storage answered ${status}`);
  }
  await waitUntilReady(database, galleryId, count, 5 * MINUTE_MS);
  return galleryId;
}

/** Repeats a visit at its pace. A request that changes something waits for all before it, and those after it wait. */
async function repeatVisit(
  visitor: Visitor,
  visit: readonly RecordedRequest[],
  tally: Tally,
  cached: { hits: number; asked: number },
): Promise<void> {
  const started = performance.now();
  let pending: Promise<unknown>[] = [];
  for (const one of visit) {
    const early = one.at - (performance.now() - started);
    if (early > 0) await sleep(early);
    const isBarrier = one.method !== 'GET' || one.kind === 'page';
    if (isBarrier) await Promise.all(pending.splice(0));
    const asked = answered(visitor, one.kind, one, tally).then((answer) => {
      if (one.kind !== 'picture' && one.kind !== 'page') return;
      cached.asked++;
      if (answer?.headers['x-cache'] === 'hit') cached.hits++;
    });
    if (isBarrier) await asked;
    else pending.push(asked);
  }
  await Promise.all(pending);
}

/** Asks for all photos, waits until they are packed, and reads the first bytes of the file. */
async function startDownload(visitor: Visitor, galleryId: string, tally: Tally): Promise<void> {
  const path = (pattern: string, params: Record<string, string> = {}) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => ({ galleryId, ...params })[name] ?? '');
  const headers = { 'x-channel': 'public', 'content-type': 'application/json' };
  const ask = async (kind: string, sent: VisitorRequest) => {
    const answer = await answered(visitor, kind, sent, tally);
    return answer ? (JSON.parse(answer.body) as Archive) : undefined;
  };
  const body = JSON.stringify({ size: 'web' });
  let archive = await ask('download asked', { method: 'POST', address: path(archives.create.path), headers, body });
  for (const until = Date.now() + PACKING_LIMIT_MS; archive && archive.status !== 'ready';) {
    if (archive.status === 'failed' || Date.now() > until) return tally.fault(`the archive is ${archive.status}`);
    await sleep(LOOK_MS);
    const address = path(archives.status.path, { archiveId: archive.id });
    archive = await ask('download progress', { method: 'GET', address, headers: { 'x-channel': 'public' } });
  }
  if (!archive) return;
  await tally.time('download until its first bytes', async () => {
    const address = path(archives.part.path, { archiveId: archive.id, part: '0' });
    const { status, headers: given } = await visitor.ask({ method: 'GET', address });
    if (status !== 302 || !given.location) throw new Error(`${address} answered ${status}`);
    const file = await visitor.ask({ method: 'GET', address: given.location, onlyStart: true });
    if (file.status !== 200) throw new Error(`storage answered ${file.status}`);
  });
}

/** Sends a request; any answer but 2xx, 304 and redirects is a fault. */
function answered(
  visitor: Visitor,
  kind: string,
  sent: VisitorRequest,
  tally: Tally,
): Promise<VisitorAnswer | undefined> {
  return tally.time(kind, async () => {
    const answer = await visitor.ask(sent);
    if (answer.status >= 400) {
      throw new Error(`${sent.method} ${sent.address} answered ${answer.status} ${answer.body.slice(0, 200)}`);
    }
    return answer;
  });
}
