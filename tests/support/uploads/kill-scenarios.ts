import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { isLong } from '../long.ts';
import { noisePicture } from '../pictures.ts';
import { newId } from '../rows.ts';
import { Killed } from './kill-points.ts';
import { type SentFile, sentFile, UploadPage } from './upload-page.ts';
import { startUploadWorld, type UploadWorld } from './upload-world.ts';

/*
 * Kills a process at every step of an upload (each statement, storage call, request, PUT, step of ingest and sweep),
 * which the product's own upload queue makes. Then the user continues as a browser allows, or does not, and the hourly
 * sweep runs: one photo with the right bytes remains, and no object without a row.
 */

/** S3's minimum size of a part. */
const RULE = { aboveBytes: 6 * 1024 ** 2, partBytes: 5 * 1024 ** 2 };
/** Milliseconds, for a busy machine. */
const LONG_MS = 600_000;
/** What follows the kill: the page survives and retries, it dies and the file is chosen again in another, or nothing. */
const RESUMES = ['retry', 'reload', 'leave'] as const;
type Resume = (typeof RESUMES)[number];

let world: UploadWorld;
let picture: Buffer;
let galleryId: string;
/** Messages of the queue. */
let queue: string[] = [];
let tried = 0;

/** Bytes that no other case uses. */
function fileOf(size: number): SentFile {
  const bytes = Buffer.alloc(size);
  picture.copy(bytes);
  bytes.write(newId(), picture.length + 16);
  return sentFile(bytes, RULE);
}

/** Delivers each message until it was processed; a message lost before it was sent stays lost. */
async function deliver(): Promise<void> {
  const delivery = world.points.process('queue');
  const told = await world.events();
  delivery.point('before events are queued');
  queue.push(...told);
  for (let key = queue[0]; key !== undefined; key = queue[0]) {
    if (!(await world.ingest(key))) return;
    delivery.point('before a message is deleted');
    queue.shift();
  }
}

const rows = async (table: 'photos' | 'photo_replacements') =>
  (await world.database.pool.query(`select * from ${table} where gallery_id = $1`, [galleryId])).rows;

interface Journey {
  /** The steps to run until the kill. */
  go: () => Promise<void>;
  resume: () => Promise<void>;
  /** Contents allowed for the one photo; null if there may be none. */
  expected: () => (SentFile | null)[];
}

/**
 * Kills each step of a scenario once, and checks the result. `npm test` kills every third step, which those before and
 * after resemble: mostly statements of the same transaction.
 * @param first step to kill, 0 to 2; similar scenarios share the steps
 */
async function everyPoint(
  prepare: (how: Resume) => Promise<Journey>,
  resumes: readonly Resume[],
  first = 0,
): Promise<string[]> {
  const broken: string[] = [];
  for (let [at, turn] = isLong ? [0, 0] : [first, 0]; ; at += isLong ? 1 : 3, turn += 1) {
    const how = resumes[turn % resumes.length]!;
    await begin();
    const journey = await prepare(how);
    world.points.arm(at);
    const failure = await journey.go().catch((error: unknown) => error);
    const label = world.points.labels[at];
    world.points.arm(null);
    try {
      if (failure && !(failure instanceof Killed)) throw failure;
      await journey.resume();
      await remainder(journey.expected());
    } catch (error) {
      broken.push(`${label ?? 'nothing'} (${how}): ${(error as Error).message}`);
    }
    // Nothing was killed: all steps were before.
    if (label === undefined) return broken;
    tried += 1;
  }
}

async function begin(): Promise<void> {
  world.today();
  await world.empty();
  queue = [];
  galleryId = await world.newGallery();
}

/** Uploads a file in a page that is closed before the first request of this kind. */
async function leaveBefore(step: 'PUT' | 'complete', file: SentFile): Promise<void> {
  const before = (next: string) => (next === step ? Promise.reject(new Killed(step)) : null);
  const page = new UploadPage(world, galleryId, file, { survives: false, before });
  await page.upload().catch(() => undefined);
  await page.close();
}

/** Runs all background jobs until nothing changes. */
async function settle(): Promise<void> {
  await deliver();
  await world.sweep();
  await world.outbox();
  await deliver();
  // Effects of ingest, and effects that waited for others.
  for (let minutes = 0; minutes < 2; minutes += 1) {
    await world.outbox();
    world.pass(2 * MINUTE_MS);
  }
}

async function remainder(expected: readonly (SentFile | null)[]): Promise<void> {
  await deliver();
  world.passDay();
  await settle();
  await isWhole(expected);
  const before = await world.state();
  await settle();
  expect(await world.state()).toEqual(before);
}

async function isWhole(expected: readonly (SentFile | null)[]): Promise<void> {
  const { objects, parts } = await world.state();
  const [photo, ...more] = await rows('photos');
  expect({ more, parts, replacements: await rows('photo_replacements') }).toEqual({
    more: [],
    parts: [],
    replacements: [],
  });
  const [originals, renditions] = objects.map((bucket) => bucket.map(({ key }) => key)) as [string[], string[]];
  if (!photo) {
    expect({ originals, renditions, expected: expected.includes(null) }).toEqual({
      originals: [],
      renditions: [],
      expected: true,
    });
    return;
  }
  expect([photo.status, originals]).toEqual(['ready', [photo.original_key]]);
  const former = await world.database.pool.query('select file_id from retired_photo_files where photo_id = $1', [
    photo.id,
  ]);
  const named = new Set([photo.file_id, ...former.rows.map((row) => row.file_id)]);
  expect(renditions.filter((key) => !named.has(key.split('/')[1]))).toEqual([]);
  expect(renditions.filter((key) => key.split('/')[1] === photo.file_id)).toHaveLength(6);
  const stored = await world.storage.get('originals', photo.original_key);
  const sha256 = createHash('sha256').update(stored!.bytes).digest('hex');
  expect(expected.map((file) => file?.hashes.sha256)).toContain(sha256);
}

function useWorld(): void {
  beforeAll(async () => {
    world = await startUploadWorld(RULE);
    picture = await noisePicture(120, 80).jpeg().toBuffer();
  });
  afterAll(async () => {
    await world.close();
    process.stdout.write(`kill points tried: ${tried}\n`);
  });
  beforeEach(() => {
    // Killed processes log hundreds of errors.
    for (const output of [process.stdout, process.stderr]) vi.spyOn(output, 'write').mockReturnValue(true);
  });
  afterEach(() => void vi.restoreAllMocks());
}

const JOURNEYS = ['completed first', 'event first', 'given up', 'a new original'] as const;

/**
 * @param bytes of the file; above 6 MB it is uploaded in parts
 * @param journeys scenarios to run with it
 */
export function describeKillPoints(
  name: string,
  bytes: number,
  journeys: readonly (typeof JOURNEYS)[number][] = JOURNEYS,
): void {
  describe(`an upload of ${name}, killed at any step,`, () => {
    useWorld();

    const sending =
      (order: 'completed first' | 'event first') =>
      async (how: Resume): Promise<Journey> => {
        const file = fileOf(bytes);
        let hasArrived = false;
        const before = async (step: string) => {
          if (step !== 'complete') return;
          hasArrived = true;
          if (order === 'event first') await deliver();
        };
        const page = new UploadPage(world, galleryId, file, { survives: how === 'retry', before });
        return {
          async go() {
            await page.upload();
            await deliver();
          },
          async resume() {
            await page.close();
            if (how === 'reload') await new UploadPage(world, galleryId, file).resume();
          },
          // Without a retry the result is a photo if all bytes had arrived, and nothing otherwise.
          expected: () => (how !== 'leave' || hasArrived ? [file] : [file, null]),
        };
      };

    const sent = (['completed first', 'event first'] as const).filter((order) => journeys.includes(order));
    it.each(sent)('ends as one photo, %s', { timeout: LONG_MS }, async (order) => {
      expect(await everyPoint(sending(order), RESUMES, order === 'event first' ? 1 : 0)).toEqual([]);
    });

    it.runIf(journeys.includes('given up'))('and given up leaves nothing', { timeout: LONG_MS }, async () => {
      const cancelling = async (how: Resume): Promise<Journey> => {
        const file = fileOf(bytes);
        const before = async (step: string) => {
          if (step !== 'complete') return;
          page.queue.cancel();
          await new Promise(() => undefined);
        };
        const page: UploadPage = new UploadPage(world, galleryId, file, { survives: how === 'retry', before });
        return {
          go: () => page.upload(),
          async resume() {
            await page.close();
            if (how === 'retry') await new UploadPage(world, galleryId, file).discard();
          },
          expected: () => (how === 'retry' ? [null] : [file, null]),
        };
      };
      expect(await everyPoint(cancelling, ['retry', 'leave'], 2)).toEqual([]);
    });

    it.runIf(journeys.includes('a new original'))(
      'as a replacement original is discarded or applied',
      { timeout: LONG_MS },
      async () => {
        const replacing = async (how: Resume): Promise<Journey> => {
          const [former, file] = [fileOf(40 * 1024), fileOf(bytes)];
          await new UploadPage(world, galleryId, former).upload();
          await deliver();
          const { id } = (await rows('photos'))[0] as { id: string };
          const page = new UploadPage(world, galleryId, file, { survives: how === 'retry' });
          return {
            async go() {
              await page.replace(id);
              await deliver();
            },
            async resume() {
              await page.close();
              if (how === 'reload') await new UploadPage(world, galleryId, file).replace(id);
            },
            expected: () => (how === 'leave' ? [former, file] : [file]),
          };
        };
        expect(await everyPoint(replacing, RESUMES)).toEqual([]);
      },
    );

    it('was killed at 45 steps at least', () => {
      expect(tried).toBeGreaterThanOrEqual(45);
    });
  });
}

export function describeSweepKillPoints(): void {
  describe('the sweep, killed at any step,', () => {
    useWorld();

    it('has the same result when it runs again', { timeout: LONG_MS }, async () => {
      const sweeping = async (): Promise<Journey> => {
        const file = fileOf(7 * 1024 ** 2);
        await leaveBefore('complete', file);
        // All parts have arrived without a completion; beside them are leftovers of other uploads.
        const key = `${galleryId}/${newId()}/${newId()}`;
        await world.storage.put('originals', key, new Uint8Array([1]), { contentType: 'image/jpeg' });
        await world.storage.put('renditions', `${galleryId}/${newId(24)}/source.json`, new Uint8Array([1]), {
          contentType: 'application/json',
        });
        await world.storage.multipart.create('originals', `${galleryId}/${newId()}/${newId()}`, 'image/jpeg');
        await leaveBefore('PUT', fileOf(40 * 1024));
        world.passDay();
        return {
          go: async () => void (await world.sweep()),
          resume: async () => undefined,
          expected: () => [file],
        };
      };
      expect(await everyPoint(sweeping, ['leave'])).toEqual([]);
    });
  });
}
