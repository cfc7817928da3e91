import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { noisePicture } from '../pictures.ts';
import { newId } from '../rows.ts';
import { type SentFile, sentFile, UploadTab } from './upload-tab.ts';
import { startUploadWorld, type UploadWorld } from './upload-world.ts';

/*
 * Every step of an upload's way (each statement, each call of storage, each request, each PUT, each step of the ingest
 * and of the sweep) is once the last one that somebody takes. Then the person goes on as a browser lets them, or does
 * not, and the hourly sweep runs: one photo remains, of the right bytes, and nothing that nobody names.
 */

/** S3 takes no smaller parts. */
const RULE = { aboveBytes: 6 * 1024 ** 2, partBytes: 5 * 1024 ** 2 };
/** Milliseconds, for a machine that has much to do. */
const LONG_MS = 600_000;
/** What follows: the same tab tries again, the files are chosen again after a reload, or nobody comes back. */
const RESUMES = ['retry', 'reload', 'leave'] as const;
type Resume = (typeof RESUMES)[number];

let world: UploadWorld;
let picture: Buffer;
let galleryId: string;
/** Messages of the queue. */
let queue: string[] = [];
let tried = 0;

/** Content that no other case has. */
function fileOf(size: number): SentFile {
  const bytes = Buffer.alloc(size);
  picture.copy(bytes);
  bytes.write(newId(), picture.length + 16);
  return sentFile(bytes, RULE);
}

/** The queue hands out each message until somebody has dealt with it; one that is lost before is lost for good. */
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
  /** What happens, up to where it is killed. */
  go: () => Promise<void>;
  resume: (how: Resume) => Promise<void>;
  /** The contents that the one photo may have in the end; null where there may be none. */
  expected: (how: Resume) => Promise<(SentFile | null)[]>;
}

/** Kills each step of a journey once, and looks at what remains. */
async function everyPoint(prepare: () => Promise<Journey>, resumes: readonly Resume[]): Promise<string[]> {
  const broken: string[] = [];
  for (let at = 0; ; at += 1) {
    const how = resumes[at % resumes.length]!;
    await begin();
    const journey = await prepare();
    world.points.arm(at);
    await journey.go().catch(() => undefined);
    const label = world.points.labels[at];
    world.points.arm(null);
    try {
      await journey.resume(how);
      const expected = await journey.expected(how);
      await remainder(expected);
    } catch (error) {
      broken.push(`${label ?? 'nothing'} (${how}): ${(error as Error).message}`);
    }
    // Nobody was killed: that was the last one.
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

/** Everything that goes on by itself, until nothing does. */
async function settle(): Promise<void> {
  await deliver();
  await world.sweep();
  await world.outbox();
  await deliver();
  // What the ingest left to be done, and what had to wait for that.
  for (let minutes = 0; minutes < 2; minutes += 1) {
    await world.outbox();
    world.pass(2 * 60_000);
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
  expect(renditions.filter((key) => key.split('/')[1] === photo.file_id)).toHaveLength(4);
  const stored = await world.storage.get('originals', photo.original_key);
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await stored!.arrayBuffer()))
    .digest('hex');
  expect(expected.map((file) => file?.sha256)).toContain(sha256);
}

/** As `useUnfinished` and `resumeFrom` find what an earlier tab began; without any, the file is chosen anew. */
async function reload(file: SentFile): Promise<void> {
  const [begun] = await rows('photos');
  const tab = new UploadTab(world, galleryId, file, begun?.id);
  if (begun && (await tab.complete()).photos.length > 0) return;
  await tab.send();
  await tab.complete();
}

async function retry(tab: UploadTab): Promise<void> {
  const [row] = await rows('photos');
  if (!row || row.status === 'uploading') await tab.send();
  await tab.complete();
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
    // What is killed says so, hundreds of times.
    for (const output of [process.stdout, process.stderr]) vi.spyOn(output, 'write').mockReturnValue(true);
  });
  afterEach(() => void vi.restoreAllMocks());
}

const JOURNEYS = ['completed first', 'event first', 'given up', 'a new original'] as const;

/**
 * @param bytes of the file; above 6 MB it goes in parts
 * @param journeys the ways that are gone with it
 */
export function describeKillPoints(
  name: string,
  bytes: number,
  journeys: readonly (typeof JOURNEYS)[number][] = JOURNEYS,
): void {
  describe(`an upload of ${name}, interrupted anywhere,`, () => {
    useWorld();

    const sending = (order: 'completed first' | 'event first') => async (): Promise<Journey> => {
      const file = fileOf(bytes);
      const tab = new UploadTab(world, galleryId, file);
      let arrived = false;
      return {
        async go() {
          await tab.send();
          arrived = true;
          if (order === 'event first') await deliver();
          await tab.complete();
          await deliver();
        },
        async resume(how) {
          await Promise.all(tab.cuts);
          if (how === 'reload') await reload(file);
          else if (how === 'retry') await retry(new UploadTab(world, galleryId, file, tab.photoId));
        },
        // What nobody goes on with is a photo if all of it had arrived, and nothing otherwise.
        expected: async (how) => (how !== 'leave' || arrived ? [file] : [file, null]),
      };
    };

    const sent = (['completed first', 'event first'] as const).filter((order) => journeys.includes(order));
    it.each(sent)('is one photo, %s', { timeout: LONG_MS }, async (order) => {
      expect(await everyPoint(sending(order), RESUMES)).toEqual([]);
    });

    it.runIf(journeys.includes('given up'))('and given up leaves nothing', { timeout: LONG_MS }, async () => {
      const cancelling = async (): Promise<Journey> => {
        const file = fileOf(bytes);
        const tab = new UploadTab(world, galleryId, file);
        return {
          async go() {
            await tab.send();
            await tab.cancel();
          },
          async resume(how) {
            await Promise.all(tab.cuts);
            if (how === 'retry') await new UploadTab(world, galleryId, file, tab.photoId).cancel();
          },
          expected: async (how) => (how === 'retry' ? [null] : [file, null]),
        };
      };
      expect(await everyPoint(cancelling, ['retry', 'leave'])).toEqual([]);
    });

    it.runIf(journeys.includes('a new original'))(
      'as a new original leaves the former one, or takes its place',
      { timeout: LONG_MS },
      async () => {
        const replacing = async (): Promise<Journey> => {
          const [former, file] = [fileOf(40 * 1024), fileOf(bytes)];
          const first = new UploadTab(world, galleryId, former);
          await first.send();
          await first.complete();
          await deliver();
          const tab = new UploadTab(world, galleryId, file, first.photoId, true);
          return {
            async go() {
              await tab.send();
              await tab.complete();
              await deliver();
            },
            async resume(how) {
              await Promise.all(tab.cuts);
              if (how !== 'retry') return;
              const again = new UploadTab(world, galleryId, file, first.photoId, true);
              const [row] = await rows('photo_replacements');
              if (row?.status === 'uploading' || (await rows('photos'))[0].sha256 === former.sha256) await again.send();
              await again.complete();
            },
            expected: async (how) => (how === 'retry' ? [file] : [former, file]),
          };
        };
        expect(await everyPoint(replacing, ['retry', 'leave'])).toEqual([]);
      },
    );

    it('was interrupted at 60 places at least', () => {
      expect(tried).toBeGreaterThanOrEqual(60);
    });
  });
}

export function describeSweepKillPoints(): void {
  describe('the sweep itself, interrupted anywhere,', () => {
    useWorld();

    it('brings the same about when it runs again', { timeout: LONG_MS }, async () => {
      const sweeping = async (): Promise<Journey> => {
        const file = fileOf(11 * 1024 ** 2);
        const tab = new UploadTab(world, galleryId, file);
        await tab.send();
        // All parts are there and nobody said so; beside it lie what other uploads left.
        const key = `${galleryId}/${newId()}/${newId()}`;
        await world.storage.put('originals', key, new Uint8Array([1]), { contentType: 'image/jpeg' });
        await world.storage.put('renditions', `${galleryId}/${newId(24)}/source.json`, new Uint8Array([1]), {
          contentType: 'application/json',
        });
        await world.storage.browserParts.begin('originals', `${galleryId}/${newId()}/${newId()}`, 'image/jpeg', false);
        await new UploadTab(world, galleryId, fileOf(3 * 1024 ** 2)).announce();
        world.passDay();
        return {
          go: async () => void (await world.sweep()),
          resume: async () => undefined,
          expected: async () => [file],
        };
      };
      expect(await everyPoint(sweeping, ['leave'])).toEqual([]);
    });
  });
}
