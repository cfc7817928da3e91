import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Archive, archives } from '#core/api/archives.ts';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { ID_LENGTH } from '#core/domain/values/ids.ts';
import { presetParams, renditionKey } from '#core/domain/photos/image-params.ts';
import { s3Storage } from '#functions/platform/storage/s3-storage.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';
import { RefusedError } from '#local/demo/product-api.ts';
import { ORIGINALS_BUCKET, REGION, RENDITIONS_BUCKET } from '#local/supervisor/installation.ts';
import { type Figure, quantile } from '../../bench/figure.ts';
import { noisePicture } from '../../support/pictures.ts';
import { seededRandom } from '../../support/random.ts';
import { insertGallery, insertPhoto, newId } from '../../support/rows.ts';
import { readZip } from '../../support/zip.ts';
import type { CampaignOptions } from '../campaign.ts';
import { isReady, kill } from './faults.ts';
import { mailboxOf } from './ledger.ts';
import { judge } from './verdict.ts';
import { type World, withWorld } from './world.ts';

/** More than an archive that is packed within its request may have (`SMALL_ARCHIVE`). */
const PHOTOS = 45;
const PHOTO_BYTES = 2_000_000;
/** A gallery packs at most five at a time; an archive is given up after five attempts. */
const AT_A_TIME = 4;
const KILLS = 4;
/** Kills hit within this time after the host is ready: packing all takes about as long. */
const PACKING_MS = 4 * SECOND_MS;
/** Each of the kills can cost a lease of a minute and the wait for the schedule. */
const READY_MS = 12 * MINUTE_MS;
const LOOK_MS = 500;

/**
 * Orders archives of different photos, a mail of each, and kills the function host while it packs them. Each archive
 * must become ready automatically, whole, as one file in the storage, with one mail.
 */
export async function killArchives(options: CampaignOptions): Promise<Figure[]> {
  return withWorld({}, async (world) => {
    const random = seededRandom(options.seed);
    const gallery = await storeGallery(world);
    const rounds = options.isMiniature ? 1 : 12;
    const seconds: number[] = [];
    const faults: string[] = [];
    for (let round = 0; round < rounds; round++) {
      // All orders come from one address, whose limit is below their number.
      await world.database.query('delete from rate_limits');
      const orders = Array.from({ length: AT_A_TIME }, (_, n) => order(world, gallery, round * AT_A_TIME + n));
      const ordered = await Promise.all(orders);
      let last = 0;
      for (let n = 0; n < (options.isMiniature ? 1 : KILLS); n++) {
        await until(() => isReady(world, world.studios), MINUTE_MS);
        await sleep(random() * PACKING_MS);
        last = await kill(world.stack, 'functions');
      }
      for (const archive of ordered) {
        const fault = await faultOf(world, gallery, archive);
        if (fault) faults.push(`archive ${archive.id}, seed ${options.seed}: ${fault}`);
        const after = fault ? null : ((await readyAt(world, archive)) - last) / SECOND_MS;
        // An archive that was ready before the last kill recovered from none.
        if (after !== null && after > 0) seconds.push(after);
        console.log(`archive ${archive.id}: ${fault ?? `ready ${after!.toFixed(1)} s after the last kill`}`);
      }
    }
    for (const fault of faults) console.error(`lost: ${fault}`);
    const count = rounds * AT_A_TIME;
    const said = { bar: 'kill', limit: null, unit: 's', n: seconds.length };
    const what = 'kill of functions that pack, archive ready';
    const whole = {
      what: 'archives not ready, not whole or twice',
      value: faults.length,
      limit: 0,
      unit: '',
      n: count,
    };
    const recovery = (of: string, share: number): Figure[] =>
      seconds.length === 0 ? [] : [{ ...said, what: `${what}, ${of}`, value: quantile(seconds, share) }];
    return [
      ...recovery('median', 0.5),
      ...recovery('99th percentile', 0.99),
      { bar: 'kill', ...whole },
      ...(await judge(world)),
    ];
  });
}

interface StoredGallery {
  id: string;
  photoIds: string[];
}

/** Photos with stored renditions, without any ingest. */
async function storeGallery(world: World): Promise<StoredGallery> {
  const { database, account, renditions } = world;
  const published = { status: 'published', published_at: new Date(), visibility: 'link', allow_original: false };
  const id = await insertGallery(database, account.id, published);
  const picture = await noisePicture(480, 320).jpeg().toBuffer();
  const photoIds: string[] = [];
  for (let n = 0; n < PHOTOS; n++) {
    const fileId = newId(ID_LENGTH.file);
    photoIds.push(await insertPhoto(database, account.id, id, { filename: `IMG_${n}.jpg`, file_id: fileId }));
    // A picture, from which the gallery's preview is drawn, and noise behind it.
    const bytes = new Uint8Array(randomBytes(PHOTO_BYTES));
    bytes.set(picture);
    await renditions.put(renditionKey(id, fileId, presetParams('fullscreen')), bytes, { contentType: 'image/jpeg' });
  }
  return { id, photoIds };
}

/** Orders the archive that leaves out one or two photos, different ones for each number, and its mail. */
async function order({ api, ledger }: World, { id: galleryId, photoIds }: StoredGallery, n: number): Promise<Archive> {
  const left = [n % PHOTOS, (n + Math.floor(n / PHOTOS)) % PHOTOS];
  const chosen = photoIds.filter((_, index) => !left.includes(index));
  const archive = await accepted(() => api.call(archives.create, { galleryId }, { size: 'web', photoIds: chosen }));
  const mail = { email: mailboxOf(archive.id), language: 'en' as const };
  await accepted(() => api.call(archives.notify, { galleryId, archiveId: archive.id }, mail));
  ledger.mails.add(archive.id);
  return archive;
}

/** Repeats a request that the busy machine answers with `unavailable`, as a client would. */
async function accepted<T>(request: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + MINUTE_MS; ; await sleep(SECOND_MS)) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === 'unavailable') || Date.now() > end) throw error;
    }
  }
}

/** Waits for an archive, and compares its only file with what was ordered. @returns what is wrong with it, if anything */
async function faultOf(world: World, gallery: StoredGallery, { id, photoCount }: Archive): Promise<string | null> {
  const { api, stack } = world;
  const storage = storageOf(stack);
  const find = () => api.call(archives.status, { galleryId: gallery.id, archiveId: id }).catch(() => null);
  const isOver = async () => ['ready', 'failed'].includes((await find())?.status ?? '');
  if (!(await until(isOver, READY_MS))) return 'not ready in time';
  const archive = await find();
  if (archive?.status !== 'ready') return archive?.failure ?? 'gone';
  const prefix = `archives/${gallery.id}/${id}/`;
  const { objects } = await storage.list('renditions', prefix);
  const stored = objects.filter(({ key }) => key.startsWith(prefix));
  const unfinished = await storage.multipart.list('renditions', prefix);
  if (stored.length !== 1 || unfinished.length > 0) return `${stored.length} files, ${unfinished.length} unfinished`;
  const entries = readZip((await storage.get('renditions', stored[0]!.key))!.bytes);
  return entries.length === photoCount && entries.every(({ bytes }) => bytes.length === PHOTO_BYTES)
    ? null
    : 'not whole';
}

function storageOf({ s3: { url: endpoint, ...keys } }: World['stack']): Storage {
  const buckets = { originals: ORIGINALS_BUCKET, renditions: RENDITIONS_BUCKET };
  return s3Storage({ ...keys, region: REGION, endpoint, buckets });
}

async function readyAt({ database }: World, { id }: Archive): Promise<number> {
  return Number((await database.query('select ready_at from archives where id = $1', [id])).rows[0].ready_at);
}

async function until(isSo: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(LOOK_MS)) if (await isSo()) return true;
  return false;
}
