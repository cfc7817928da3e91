import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { recordDownload } from '#functions/galleries/events.ts';
import { sampleUsage } from '#functions/jobs/sample-usage.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { seededRandom } from '../support/random.ts';
import { insertAccount, insertGallery, insertPhoto } from '../support/rows.ts';

const START = Date.UTC(2027, 2, 1);

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  db = connectDatabase(database.apiUrl);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const sql = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const sampleAt = (at: number) => sampleUsage({ db, clock: () => at });

async function accounts(count: number): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index++) made.push((await insertAccount(database.pool)).id);
  return made;
}

const setStored = (id: string, bytes: number) =>
  sql('update account_usage set storage_bytes = $2 where account_id = $1', id, bytes);

/** Byte-hours and counted hours of an account, by day. */
const daysOf = (id: string) =>
  sql(
    `select day::text, byte_hours::float as bytes, bit_count(hours::bit(24))::integer as hours from usage_days
     where account_id = $1 order by day`,
    id,
  );

describe('hourly samples', () => {
  it.each([1, 2, 3, 4, 5])(
    'with repeats, gaps and four runs at the same time equal a model (seed %i)',
    async (seed) => {
      await sql('delete from accounts');
      const random = seededRandom(seed);
      const ids = await accounts(6);
      const model = new Map(ids.map((id) => [id, new Map<string, { bytes: number; hours: number }>()]));
      const last = new Map<string, { hour: number; bytes: number }>();
      const count = (id: string, hour: number, bytes: number) => {
        const day = new Date(START + hour * HOUR_MS).toISOString().slice(0, 10);
        const known = model.get(id)!.get(day) ?? { bytes: 0, hours: 0 };
        model.get(id)!.set(day, { bytes: known.bytes + bytes, hours: known.hours + 1 });
      };
      for (let hour = 0; hour < 24 * 8; hour++) {
        const stored = new Map(ids.map((id) => [id, Math.floor(random() * 1e12)]));
        for (const [id, bytes] of stored) await setStored(id, bytes);
        // An outage ends after a few hours or, once in a while, after more than two days.
        if (random() < 0.25) continue;
        if (random() < 0.03) hour += 60;
        const at = () => START + hour * HOUR_MS + Math.floor(random() * 60) * MINUTE_MS;
        const [first, ...repeats] = [at(), at(), at(), at()].slice(0, 1 + Math.floor(random() * 4));
        await Promise.all([first!, ...repeats].map(sampleAt));
        await sampleAt(first!);
        for (const [id, bytes] of stored) {
          const before = last.get(id);
          for (let missed = Math.max((before?.hour ?? hour) + 1, hour - 48); missed < hour; missed++) {
            count(id, missed, Math.min(bytes, before!.bytes));
          }
          count(id, hour, bytes);
          last.set(id, { hour, bytes });
        }
      }
      for (const id of ids) {
        expect(await daysOf(id)).toEqual([...model.get(id)!].map(([day, sums]) => ({ day, ...sums })));
      }
    },
  );

  it('leave out the time in which a studio is closed', async () => {
    const [id] = (await accounts(1)) as [string];
    await setStored(id, 1000);
    await sampleAt(START);
    await sql('update accounts set deleted_at = now() where id = $1', id);
    await sampleAt(START + 5 * HOUR_MS);
    await sql('update accounts set deleted_at = null where id = $1', id);
    await sampleAt(START + 10 * HOUR_MS);
    expect(await daysOf(id)).toEqual([{ day: '2027-03-01', bytes: 2000, hours: 2 }]);
  });

  it('keep 26 months', async () => {
    const [id] = (await accounts(1)) as [string];
    for (const day of ['2024-12-31', '2025-01-01']) {
      await sql('insert into usage_days (account_id, day) values ($1, $2)', id, day);
    }
    await sampleAt(Date.UTC(2027, 2, 31));
    expect((await daysOf(id)).map(({ day }) => day)).toEqual(['2025-01-01', '2027-03-31']);
  });
});

it('a day’s bytes equal those of its downloads, each file counted once a visitor', async () => {
  const random = seededRandom(7);
  const [id, other] = (await accounts(2)) as [string, string];
  const galleries = [await insertGallery(database.pool, id), await insertGallery(database.pool, id)];
  const foreign = await insertGallery(database.pool, other);
  const photos = await Promise.all(galleries.map((gallery) => insertPhoto(database.pool, id, gallery)));
  const foreignPhoto = await insertPhoto(database.pool, other, foreign);
  const expected = new Map<string, number>();
  const seen = new Set<string>();
  const acts = Array.from({ length: 1000 }, () => {
    const index = Math.floor(random() * 2);
    const isForeign = random() < 0.2;
    const file = Math.floor(random() * 6);
    const day = Math.floor(random() * 4);
    const key = `${isForeign} ${index} ${file} ${Math.floor(random() * 5)}`;
    const amount = (file + 1) * 1_000_003;
    const once = `${day} ${key}`;
    if (!isForeign && !seen.has(once)) expected.set(dayAt(day), (expected.get(dayAt(day)) ?? 0) + amount);
    seen.add(once);
    const [accountId, galleryId, photoId] = isForeign
      ? [other, foreign, foreignPhoto]
      : [id, galleries[index]!, photos[index]!];
    const download = { accountId, galleryId, size: 'web' as const, photoIds: [photoId], bytes: { amount, once: key } };
    const at = START + day * DAY_MS + Math.floor(random() * DAY_MS);
    return () => db.transaction((tx) => recordDownload(tx, download, at));
  });
  for (let from = 0; from < acts.length; from += 8) await Promise.all(acts.slice(from, from + 8).map((act) => act()));
  const days = await sql(
    'select day::text, download_bytes::float as bytes from usage_days where account_id = $1 order by day',
    id,
  );
  expect(days).toEqual(
    [...expected].map(([day, bytes]) => ({ day, bytes })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  );
  const events = await sql('select sum(bytes)::float as bytes from gallery_events where account_id = $1', id);
  expect(events).toEqual([{ bytes: days.reduce((sum, day) => sum + day.bytes, 0) }]);
});

const dayAt = (day: number) => new Date(START + day * DAY_MS).toISOString().slice(0, 10);
