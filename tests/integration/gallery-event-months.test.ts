import { beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount, insertGallery, insertRow, newId } from '../support/rows.ts';

const NOW = new Date('2031-11-20T12:00:00Z');

let database: TestDatabase;
const query = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows;

/** Number of events in each partition that has any. */
const eventsByPartition = async () =>
  Object.fromEntries(
    (
      await query('select tableoid::regclass::text as name, count(*)::int as events from gallery_events group by 1')
    ).map(({ name, events }) => [name, events]),
  );

async function makeEvent(at: string) {
  const { id: accountId } = await insertAccount(database.pool);
  const galleryId = await insertGallery(database.pool, accountId);
  const event = { id: newId(), account_id: accountId, gallery_id: galleryId, kind: 'opened', at: new Date(at) };
  await insertRow(database.pool, 'gallery_events', event);
  return event;
}

describe('partitions of gallery_events', () => {
  beforeEach(async () => {
    database = await createDatabase();
    return () => database.drop();
  });
  const make = async () => (await query('select make_gallery_event_months($1) as made', [NOW]))[0].made;

  it('are made for this month and the next three, once', async () => {
    expect(await make()).toBe(4);
    expect(await make()).toBe(0);
    for (const at of ['2031-11-01T00:00:00Z', '2032-02-29T23:59:59.999Z', '2032-03-01T00:00:00Z']) await makeEvent(at);
    expect(await eventsByPartition()).toEqual({
      'partitions.gallery_events_2031_11': 1,
      'partitions.gallery_events_2032_02': 1,
      'partitions.gallery_events_rest': 1,
    });
  });

  it('take over rows that came before them, without counting these again', async () => {
    for (const at of ['2031-12-05T00:00:00Z', '2020-02-02T00:00:00Z', '2020-03-01T00:00:00Z']) await makeEvent(at);
    expect(await make()).toBe(5);
    expect(await make()).toBe(1);
    expect(await eventsByPartition()).toEqual({
      'partitions.gallery_events_2020_02': 1,
      'partitions.gallery_events_2020_03': 1,
      'partitions.gallery_events_2031_12': 1,
    });
    expect(await query('select sum(visits)::int as visits from gallery_days')).toEqual([{ visits: 3 }]);
  });

  it('are closed to every role', async () => {
    await make();
    for (const role of ['anon', 'authenticated', 'albumen_api'])
      expect(await query("select has_schema_privilege($1, 'partitions', 'usage') as may", [role])).toEqual([
        { may: false },
      ]);
  });

  it('lose their rows with the gallery', async () => {
    const { gallery_id: galleryId } = await makeEvent('2031-12-05T00:00:00Z');
    await make();
    await query('delete from galleries where id = $1', [galleryId]);
    expect(await eventsByPartition()).toEqual({});
  });
});
