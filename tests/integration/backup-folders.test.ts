import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { posterKey } from '#core/domain/photos/videos.ts';
import { backup } from '#ops/backup/backup.ts';
import { readManifest } from '#ops/backup/manifest.ts';
import { bucketsOf, contents, type Installation, restoreInto } from '../support/backup.ts';
import { type BusyStudio, openBusyStudio } from '../support/busy-studio.ts';
import { createDatabase } from '../support/database.ts';
import { startImageStore } from '../support/image-store.ts';

let source: Installation;
let target: Installation;
let studio: BusyStudio;
let folder: string;

const openInstallation = async (): Promise<Installation> => ({
  database: await createDatabase(),
  store: await startImageStore(),
});
async function closeInstallation({ database, store }: Installation): Promise<void> {
  await store.close();
  await database.drop();
}

beforeAll(async () => {
  source = await openInstallation();
  studio = await openBusyStudio(source.database, source.store);
});
afterAll(() => closeInstallation(source));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'albumen-backup-'));
  target = await openInstallation();
});
afterEach(async () => {
  await closeInstallation(target);
  await rm(folder, { recursive: true });
});

async function backUp() {
  const copied: number[] = [];
  const { run, manifest } = await backup({
    folder,
    database: { connectionString: source.database.url },
    buckets: bucketsOf(source.store),
    onStep: (step) => void ('counts' in step && copied.push(step.counts.copied)),
  });
  return { run, manifest, copied };
}

async function expectEqual(): Promise<void> {
  expect(await contents(target.database)).toEqual(await contents(source.database));
  for (const name of ['originals', 'renditions'] as const) {
    for await (const { key } of bucketsOf(source.store)[name].list()) {
      const [from, to] = await Promise.all([source.store[name].get(key), target.store[name].get(key)]);
      // Sizes that are computed again are in no backup.
      if (to || name === 'originals') expect(await bytesOf(to)).toEqual(await bytesOf(from));
    }
  }
}

const bytesOf = (object: unknown) => buffer((object as { body: NodeJS.ReadableStream }).body);

it('copies a video and its poster, whose key begins with that of the video', async () => {
  const video = await studio.arrive(Buffer.from('a video'));
  await source.database.pool.query("update photos set mime_type = 'video/mp4' where id = $1", [video.id]);
  const poster = posterKey(video.originalKey);
  await source.store.originals.put(poster, Buffer.from('its poster'), { contentType: 'image/jpeg' });

  const { manifest } = await backUp();
  expect(manifest).toMatchObject({ format: 2, missing: { originals: 0, renditions: 0 } });
  expect((await backUp()).copied).toEqual([0, 0]);
  await restoreInto(target, folder);
  await expectEqual();
  expect(await bytesOf(await target.store.originals.get(poster))).toEqual(Buffer.from('its poster'));
  await studio.erase(video);
  await source.store.originals.remove(poster);
});

it('restores a folder of format 1, and adds a video to it without copying again', async () => {
  const photos = [await studio.arrive(), await studio.arrive()];
  await inFormat1((await backUp()).run);
  await restoreInto(target, folder);
  await expectEqual();

  // Its folder would have the name of the photo's file in format 1.
  const [first] = photos;
  const poster = posterKey(first!.originalKey);
  await source.store.originals.put(poster, Buffer.from('a poster'), { contentType: 'image/jpeg' });
  const again = await backUp();
  expect(again.copied).toEqual([1, 0]);
  await closeInstallation(target);
  target = await openInstallation();
  await restoreInto(target, folder, basename(again.run));
  await expectEqual();
  expect(await bytesOf(await target.store.originals.get(poster))).toEqual(Buffer.from('a poster'));
  await source.store.originals.remove(poster);
  for (const photo of photos) await studio.erase(photo);
});

/** Moves objects to the paths of releases until November 2026, which had the key as the path. */
async function inFormat1(run: string): Promise<void> {
  const objects = join(folder, 'objects');
  for (const entry of await readdir(objects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const former = join(objects, relative(objects, path).replaceAll('~', ''));
    await mkdir(dirname(former), { recursive: true });
    await rename(path, former);
  }
  for (const bucket of await readdir(objects)) {
    for (const name of await readdir(join(objects, bucket)))
      if (name.endsWith('~')) await rm(join(objects, bucket, name), { recursive: true });
  }
  const file = join(run, 'manifest.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"format": 2', '"format": 1'));
  expect(await readManifest(run)).toMatchObject({ format: 1 });
}
