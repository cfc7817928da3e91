import { setTimeout as sleep } from 'node:timers/promises';
import { archives } from '#core/api/archives.ts';
import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { RefusedError } from '#local/demo/product-api.ts';
import type { Figure } from '../../bench/figure.ts';
import { insertGallery } from '../../support/rows.ts';
import { within } from '../../support/within.ts';
import type { CampaignOptions } from '../campaign.ts';
import { type Disk, mountDisk } from './disk.ts';
import { strike } from './strikes.ts';
import { unreadyPhotos, uploadPhoto } from './uploader.ts';
import { judge } from './verdict.ts';
import { type World, withWorld } from './world.ts';

const FULL_MS = 10 * SECOND_MS;
const PAUSE_MS = 500;
const ANSWER_MS = 60 * SECOND_MS;
const ARCHIVE_MS = 3 * MINUTE_MS;
/** Codes that tell a client to try again; the last two are the storage's. */
const CLEAR_CODES = new Set(['unavailable', 'upload_failed', 'InternalError', 'SlowDown']);

/** Refused requests by what was asked and the code of the answer. */
class Refusals {
  readonly #counts = new Map<string, number>();
  unclear = 0;

  /** Sends a request; acknowledged or refused, the campaign goes on. */
  async ask(what: string, request: () => Promise<unknown>): Promise<void> {
    try {
      await within(ANSWER_MS, 'an answer', request());
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : String((error as Error).cause ?? error);
      const key = `${what}: ${error instanceof RefusedError ? error.message : code}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      if (!CLEAR_CODES.has(code)) this.unclear += 1;
    }
  }

  say(): void {
    for (const [key, count] of this.#counts) console.log(`refused ${count} times: ${key}`);
  }
}

/**
 * Fills the disk of the whole product (database, storage, replica, queues) while clients write, photos are uploaded and
 * archives are ordered, and frees it again.
 */
export async function fillDisks(options: CampaignOptions): Promise<Figure[]> {
  const disk = mountDisk();
  try {
    return await withWorld({ dataDir: disk.folder }, (world) => fillDiskOf(world, disk, options));
  } finally {
    disk.unmount();
  }
}

async function fillDiskOf(world: World, disk: Disk, options: CampaignOptions): Promise<Figure[]> {
  const { api, database, account } = world;
  // Not published: those prepare archives minutes after each change.
  const galleryId = await insertGallery(database, account.id);
  const refusals = new Refusals();
  const photos = [await uploadPhoto(world, galleryId), await uploadPhoto(world, galleryId)];
  const before = await unreadyPhotos(world, photos);
  const orderArchive = async () => (await api.call(archives.create, { galleryId }, { size: 'original' })).status;
  const hit = async () => {
    disk.fill();
    try {
      for (const until = Date.now() + FULL_MS; Date.now() < until; await sleep(PAUSE_MS)) {
        await refusals.ask('upload', async () => {
          photos.push(await uploadPhoto(world, galleryId));
        });
        await refusals.ask('archive', orderArchive);
      }
    } finally {
      disk.free();
    }
    return Date.now();
  };
  const name = `full disk for ${FULL_MS / SECOND_MS} s`;
  const figures = await strike(world, { name, count: 20, miniature: 1, hit, limit: null }, options);
  refusals.say();
  photos.push(await uploadPhoto(world, galleryId));
  const unready = [...before, ...(await unreadyPhotos(world, photos))];
  for (const id of unready) console.error(`lost: photo ${id}`);
  // The same order returns the same archive; one of many photos is packed after the answer.
  let archive = await orderArchive();
  for (const until = Date.now() + ARCHIVE_MS; archive !== 'ready' && Date.now() < until; await sleep(PAUSE_MS))
    archive = await orderArchive();
  const none = (what: string, value: number): Figure => ({ bar: 'kill', what, value, limit: 0, unit: '' });
  return [
    ...figures,
    none('requests on a full disk answered without a clear code', refusals.unclear),
    none('acknowledged uploads that are not ready', unready.length),
    none('archives not ready once there is space again', archive === 'ready' ? 0 : 1),
    ...(await judge(world)),
  ];
}
