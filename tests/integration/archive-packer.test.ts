import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { ARCHIVE_MS } from '#core/domain/galleries/archives.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { claimArchive, LEASE_MS, MAX_ATTEMPTS } from '#functions/archives/lease.ts';
import { packArchive, type PackOptions } from '#functions/archives/pack.ts';
import { runPacker } from '#functions/archives/packer-job.ts';
import { eraseGallery } from '#functions/photos/erase.ts';
import type { Database } from '#functions/platform/db/database.ts';
import type { Storage } from '#functions/platform/storage/storage.ts';
import { testApi } from '../support/api.ts';
import {
  callArchives,
  createArchive,
  runArchivePacker,
  type StoredPhoto,
  storedPhoto,
  unpack,
} from '../support/archives.ts';
import { expectLogged } from '../support/expected-log.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

expectLogged('archive_lost', 'archive_not_packed', 'storage_refused');

const api = await testApi();
const studio = await makeStudio(api);
beforeEach(() => api.db.pool.query('delete from archives'));

const sql = async (text: string, values: unknown[] = []) => (await api.db.pool.query(text, values)).rows;
const rowOf = async (id: string) => (await sql('select * from archives where id = $1', [id]))[0];
const leftovers = (galleryId: string) => api.services.storage.multipart.list('renditions', `archives/${galleryId}/`);

interface Gallery {
  galleryId: string;
  stored: readonly StoredPhoto[];
}

/** Creates a gallery; its archive has too many photos to be packed inside the request. */
async function filled({ photos = 41, size = 1000 } = {}): Promise<Gallery> {
  const galleryId = await publishedGallery(api, studio, { name: 'Boda', sort_by: 'filename' });
  const stored: StoredPhoto[] = [];
  for (let n = 0; n < photos; n++) {
    const filename = `${String(n).padStart(3, '0')}.jpg`;
    stored.push(await storedPhoto(api, studio, galleryId, { filename }, size));
  }
  return { galleryId, stored };
}

/** Gallery of all tests that change neither its photos nor their objects. */
let common: Gallery;
beforeAll(async () => void (common = await filled()));

/** Creates a pending archive of a gallery. */
async function waiting({ galleryId, stored } = common) {
  const { id } = await createArchive(api, galleryId);
  await sql(
    `update archives set status = 'queued', parts = '[]', attempts = 0, locked_until = null,
    ready_at = null, expires_at = null, done_count = 0, done_bytes = 0 where id = $1`,
    [id],
  );
  return { galleryId, id, stored };
}

/** Runs the job with the given file size and services. */
async function packOne(options: Partial<PackOptions> = {}, services: Partial<Services> = {}) {
  const { clock, db, storage } = { ...api.services, ...services };
  const claimed = await claimArchive(db, clock());
  if (!claimed) throw new Error('nothing to pack');
  const all = { deadline: clock() + HOUR_MS, ...options };
  return packArchive({ clock, storage }, claimed.packing, claimed.lease, all);
}

interface Services {
  clock: () => number;
  db: Database;
  storage: Storage;
}

type Step = 'create' | 'uploadPart' | 'complete';

/** Services of a process that is killed at a step: nothing it does afterwards has an effect. */
function mortal(step: Step, after: boolean): Partial<Services> {
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new Error('killed');
  };
  const alive = () => {
    if (isDead) throw new Error('killed');
  };
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(all, name) {
        const value: unknown = Reflect.get(all, name);
        if (name === 'multipart') return guarded(value as object);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          alive();
          if (name === step && !after) die();
          const result: unknown = await Reflect.apply(value, all, given);
          if (name === step && after) die();
          return result;
        };
      },
    });
  return { db: guarded(api.services.db), storage: guarded(api.services.storage) };
}

/** Reads a whole archive as a visitor downloads it: the photos, in order. */
async function expectWhole({ galleryId, id, stored }: Awaited<ReturnType<typeof waiting>>) {
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 'ready', done_count: stored.length, locked_until: null, failure_reason: null });
  const entries = await unpack(api, galleryId, { id, parts: row.parts });
  expect(entries.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(
    stored.map(({ original }) => Buffer.from(original).toString('hex')),
  );
  expect(await leftovers(galleryId)).toEqual([]);
  return row;
}

describe('packing', () => {
  it('splits an archive into files of the requested size, each a ZIP of its own', async () => {
    const archive = await waiting();
    expect(await packOne({ maxPartBytes: 20_000 })).toBe('ready');
    const { parts } = await expectWhole(archive);
    expect(parts.length).toBeGreaterThan(2);
    for (const [index, part] of parts.entries()) {
      expect(part.size).toBeLessThanOrEqual(20_000);
      expect(part.filename).toBe(`Boda (${index + 1}-${parts.length}).zip`);
      const stored = await api.services.storage.head('renditions', part.key);
      expect(stored).toMatchObject({ size: part.size, contentType: 'application/zip' });
    }
    expect(parts.reduce((sum: number, part: { photoCount: number }) => sum + part.photoCount, 0)).toBe(41);
  });

  it('puts a photo larger than the file size into its own file', async () => {
    const archive = await waiting(await filled({ photos: 3, size: 3000 }));
    expect(await packOne({ maxPartBytes: 2000 })).toBe('ready');
    expect((await expectWhole(archive)).parts).toHaveLength(3);
  });

  it('uploads large files in several parts', async () => {
    const archive = await waiting(await filled({ photos: 2, size: 10 * 1024 ** 2 }));
    expect(await packOne()).toBe('ready');
    const { parts } = await expectWhole(archive);
    expect(parts).toHaveLength(1);
    const stored = await api.services.storage.head('renditions', parts[0].key);
    expect(stored!.etag).toMatch(/-2$/);
  });
});

describe.each<[Step, boolean]>([
  ['create', false],
  ['create', true],
  ['uploadPart', false],
  ['uploadPart', true],
  ['complete', false],
  ['complete', true],
])('after a run killed at %s (after it: %s)', (step, after) => {
  it('the next run completes the archive and leaves no partial objects', async () => {
    const archive = await waiting();
    expect(await packOne({ maxPartBytes: 20_000 }, mortal(step, after))).toBe('lost');
    expect(await rowOf(archive.id)).toMatchObject({ status: 'packing', parts: [] });
    // No run claims the archive while its lease holds.
    expect(await claimArchive(api.services.db, api.clock.now())).toBeNull();
    api.clock.advance(LEASE_MS + 1000);
    expect(await packOne({ maxPartBytes: 20_000 })).toBe('ready');
    expect(await rowOf(archive.id)).toMatchObject({ attempts: 1 });
    await expectWhole(archive);
  });
});

describe('concurrent runs', () => {
  it('share the archives and pack none twice', async () => {
    const all = [await waiting(), await waiting(await filled()), await waiting(await filled())];
    const runs = await Promise.all([runArchivePacker(api), runArchivePacker(api), runArchivePacker(api)]);
    expect(runs.reduce((sum, { ready }) => sum + ready, 0)).toBe(3);
    for (const archive of all) await expectWhole(archive);
  });

  it('a run frozen longer than its lease does not overwrite another’s files', async () => {
    const archive = await waiting();
    const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { storage } = api.services;
    const multipart = {
      ...storage.multipart,
      async uploadPart(...given: Parameters<Storage['multipart']['uploadPart']>) {
        frozen.resolve();
        await thawed.promise;
        return storage.multipart.uploadPart(...given);
      },
    };
    const first = packOne({}, { storage: { ...storage, multipart } });
    await frozen.promise;
    api.clock.advance(LEASE_MS + 1000);
    expect(await packOne()).toBe('ready');
    const before = await rowOf(archive.id);
    thawed.resolve();
    expect(await first).toBe('lost');
    expect(await rowOf(archive.id)).toEqual(before);
    await expectWhole(archive);
  });

  it('continue with the next file when time runs out', async () => {
    const archive = await waiting();
    let ahead = 0;
    const clock = () => api.clock.now() + ahead;
    const { storage } = api.services;
    // A file takes ten minutes, and a run has fifteen.
    const slow = {
      ...storage,
      multipart: {
        ...storage.multipart,
        complete: (...given: Parameters<Storage['multipart']['complete']>) => {
          ahead += 600_000;
          return storage.multipart.complete(...given);
        },
      },
    };
    const run = () => packOne({ maxPartBytes: 19_000, deadline: clock() + 900_000 }, { clock, storage: slow });
    expect(await run()).toBe('queued');
    expect(await rowOf(archive.id)).toMatchObject({ status: 'queued', attempts: 0, parts: [{ photoCount: 17 }] });
    expect(await run()).toBe('queued');
    expect(await run()).toBe('ready');
    await expectWhole(archive);
  });
});

describe('failures', () => {
  const failing = (fails: () => boolean): Partial<Services> => {
    const { storage } = api.services;
    const get: Storage['get'] = (...given) =>
      fails() ? Promise.reject(new Error('S3 answered 400')) : storage.get(...given);
    return { storage: { ...storage, get } };
  };

  it('retry after a delay and end after the last attempt', async () => {
    const archive = await waiting();
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      expect(
        await packOne(
          {},
          failing(() => true),
        ),
      ).toBe('queued');
      expect(await claimArchive(api.services.db, api.clock.now())).toBeNull();
      api.clock.advance(2 * MINUTE_MS);
    }
    expect(
      await packOne(
        {},
        failing(() => true),
      ),
    ).toBe('failed');
    expect(await rowOf(archive.id)).toMatchObject({ status: 'failed', failure_reason: 'archive_failed' });
    expect(await leftovers(archive.galleryId)).toEqual([]);
  });

  it('one failure only delays the archive', async () => {
    const archive = await waiting();
    let calls = 0;
    expect(
      await packOne(
        {},
        failing(() => ++calls === 30),
      ),
    ).toBe('queued');
    api.clock.advance(MINUTE_MS);
    expect(await packOne()).toBe('ready');
    await expectWhole(archive);
  });

  it('a missing or changed photo fails the archive immediately', async () => {
    for (const change of ['gone', 'other']) {
      const { galleryId, id, stored } = await waiting(await filled());
      const { originalKey } = stored[20]!;
      const { storage } = api.services;
      await storage.remove('originals', originalKey);
      if (change === 'other')
        await storage.put('originals', originalKey, new Uint8Array(1001), { contentType: 'image/jpeg' });
      expect(await packOne()).toBe('failed');
      expect(await rowOf(id)).toMatchObject({ status: 'failed', failure_reason: 'archive_outdated' });
      expect(await leftovers(galleryId)).toEqual([]);
    }
  });

  it('runs killed at every attempt mark the archive as failed', async () => {
    const { id } = await waiting();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      await packOne({}, mortal('create', false));
      api.clock.advance(LEASE_MS + 1000);
    }
    await runArchivePacker(api);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', failure_reason: 'archive_failed' });
  });

  it('skip archives of galleries in the trash', async () => {
    const { galleryId, id } = await waiting();
    await sql('update galleries set deleted_at = now() where id = $1', [galleryId]);
    expect(await runArchivePacker(api)).toMatchObject({ ready: 0 });
    await sql('update galleries set deleted_at = null where id = $1', [galleryId]);
    expect(await runArchivePacker(api)).toMatchObject({ ready: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 'ready' });
  });
});

describe('progress', () => {
  it('is reported while packing and renews the lease', async () => {
    const archive = await waiting();
    const seen: Record<string, unknown>[] = [];
    const { storage } = api.services;
    // Several files are read in parallel: one look at the row after another, so that they are in the order of time.
    let looks = Promise.resolve();
    const get: Storage['get'] = async (...given) => {
      api.clock.advance(2000);
      looks = looks.then(async () => void seen.push(await rowOf(archive.id)));
      await looks;
      return storage.get(...given);
    };
    expect(await packOne({}, { storage: { ...storage, get } })).toBe('ready');
    const counts = seen.map(({ done_count }) => Number(done_count));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(Math.max(...counts)).toBeGreaterThan(10);
    const leases = new Set(seen.map(({ locked_until }) => Number(locked_until)));
    expect(leases.size).toBeGreaterThan(10);
    await expectWhole(archive);
  });
});

describe('a lease', () => {
  it('is renewed while S3 completes a multipart upload', async () => {
    const archive = await waiting();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { storage } = api.services;
    const complete: Storage['multipart']['complete'] = async (...given) => {
      api.clock.advance(LEASE_MS + 1000);
      await vi.advanceTimersByTimeAsync(MINUTE_MS);
      const renewed = async () => Number((await rowOf(archive.id)).locked_until) > api.clock.now();
      while (!(await renewed()));
      expect(await claimArchive(api.services.db, api.clock.now())).toBeNull();
      return storage.multipart.complete(...given);
    };
    const multipart = { ...storage.multipart, complete };
    expect(await packOne({}, { storage: { ...storage, multipart } })).toBe('ready');
    await expectWhole(archive);
  });
});

describe('expiry', () => {
  it('deletes objects some hours after a week, and the row after a month', async () => {
    const archive = await waiting();
    await runArchivePacker(api);
    const [{ key }] = (await rowOf(archive.id)).parts;
    const isStored = async () => (await api.services.storage.head('renditions', key)) !== null;
    api.clock.advance(ARCHIVE_MS + 1000);
    await runArchivePacker(api);
    expect(await rowOf(archive.id)).toMatchObject({ status: 'expired' });
    // A download of a URL fetched just before expiry may still finish.
    expect(await isStored()).toBe(true);
    api.clock.advance(6 * HOUR_MS);
    await runArchivePacker(api);
    expect(await isStored()).toBe(false);
    expect(await rowOf(archive.id)).toMatchObject({ status: 'expired', parts: [] });
    const params = { galleryId: archive.galleryId, archiveId: archive.id, part: '0' };
    expect((await callArchives(api, 'part', params)).error.code).toBe('archive_expired');
    api.clock.advance(24 * DAY_MS);
    await runArchivePacker(api);
    expect(await rowOf(archive.id)).toBeUndefined();
  });

  it('erases archives with their gallery', async () => {
    const archive = await waiting(await filled());
    await runArchivePacker(api);
    const [{ key }] = (await rowOf(archive.id)).parts;
    await sql('update galleries set deleted_at = $2 where id = $1', [
      archive.galleryId,
      new Date(api.clock.now() - TRASH_MS),
    ]);
    const { galleryId } = archive;
    await eraseGallery({ id: 'x', idempotencyKey: 'x', payload: { galleryId }, jobs: api.jobs });
    expect(await api.services.storage.head('renditions', key)).toBeNull();
    expect(await rowOf(archive.id)).toBeUndefined();
  });

  it('starts at most one archive when little time is left', async () => {
    await waiting();
    await waiting(await filled());
    expect(await runPacker(api.services, api.clock.now() + 300_000)).toMatchObject({ ready: 1 });
    expect(await runArchivePacker(api)).toMatchObject({ ready: 1 });
  });
});
