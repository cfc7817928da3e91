import { describe, expect, it } from 'vitest';
import { insights } from '#core/api/insights.ts';
import { PRICES } from '#core/domain/studio/prices.ts';
import { monthBounds, monthOf } from '#core/domain/studio/usage.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { meterUsage } from '#functions/jobs/sample-usage.ts';
import { testApi } from '../support/api.ts';
import { createArchive, storedPhoto } from '../support/archives.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, stranger } from '../support/studio.ts';

const api = await testApi();

const usage = (studio: { id: string; owner: object }, query = '', as: unknown = studio.owner) =>
  api.call('GET', `/api/insights/usage${query}`, { as: as as never, account: studio.id });

describe('bytes of downloads', async () => {
  const studio = await makeStudio(api);
  const galleryId = await publishedGallery(api, studio);
  const photo = await storedPhoto(api, studio, galleryId, {}, 5000);
  const member = { as: studio.owner, account: studio.id };
  const { cookie } = await invitedVisitor(api, studio, galleryId);
  const take = (size: string, options: object = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.call(method, `/api/p/${galleryId}/photos/${photo.id}/download?size=${size}`, { channel: null, ...options });
  const downloaded = async () =>
    (await usage(studio)).read(insights.usage).days.reduce((sum, day) => sum + day.downloadBytes, 0);

  it('are those of the stored file, once a day for each visitor, and none of members', async () => {
    await take('original', member);
    await take('original', { cookies: [cookie] }, 'HEAD');
    expect(await downloaded()).toBe(0);
    for (let times = 0; times < 3; times++) await take('original', { cookies: [cookie] });
    expect(await downloaded()).toBe(5000);
    await take('web', { cookies: [cookie] });
    expect(await downloaded()).toBe(5300);
    api.clock.advance(DAY_MS);
    await take('web', { cookies: [cookie] });
    expect(await downloaded()).toBe(5600);
  });

  it('count a visitor without a cookie as their network', async () => {
    const before = await downloaded();
    for (const address of ['198.51.100.7', '198.51.100.8', '203.0.113.9']) {
      await take('original', { headers: { 'x-viewer-address': address } });
    }
    expect((await downloaded()) - before).toBe(10_000);
  });

  it('are all parts of an archive, once', async () => {
    const { id, parts } = await createArchive(api, galleryId);
    const before = await downloaded();
    const path = `/api/p/${galleryId}/archives/${id}/parts/0`;
    for (let times = 0; times < 2; times++) await api.call('GET', path, { channel: null, cookies: [cookie] });
    expect((await downloaded()) - before).toBe(parts.reduce((sum, part) => sum + part.size, 0));
  });
});

describe('GET /api/insights/usage', async () => {
  const studio = await makeStudio(api, 'Llum');
  const galleryId = await publishedGallery(api, studio);
  await storedPhoto(api, studio, galleryId, {}, 700);
  await storedPhoto(api, studio, galleryId, { deleted_at: new Date() }, 300);
  await storedPhoto(api, studio, galleryId, { status: 'uploading' }, 5000);

  it('tells what arrived and what of it is in the trash', async () => {
    expect((await usage(studio)).read(insights.usage)).toMatchObject({ stored: 1000, trash: 300, months: [] });
  });

  it('tells the days of a month, and a forecast of the present one alone', async () => {
    const now = api.clock.now();
    const day = new Date(now).toISOString().slice(0, 10);
    const add = `insert into usage_days (account_id, day, hours, byte_hours, download_bytes) values ($1, $2, 7, 3000, 50)`;
    for (const date of [day, '2025-02-28']) await api.db.pool.query(add, [studio.id, date]);
    const present = (await usage(studio)).read(insights.usage);
    const counted = { hours: 3, byteHours: 3000, downloadBytes: 50 };
    expect(present).toMatchObject({ month: day.slice(0, 7), days: [{ day, ...counted }] });
    expect(present.forecast!.downloaded.low).toBeGreaterThanOrEqual(50);
    expect(present.months.map(({ month }) => month)).toEqual([day.slice(0, 7), '2025-02']);
    expect((await usage(studio, '?month=2025-02')).read(insights.usage)).toMatchObject({
      days: [{ day: '2025-02-28', ...counted }],
      forecast: null,
    });
    expect((await usage(studio, '?month=2025-13')).error.code).toBe('validation_failed');
  });

  it('tells what decides the cost of a month, where studios pay', async () => {
    const present = monthOf(api.clock.now());
    const past = monthOf(monthBounds(present).start - 1);
    const terms = async (month: string) => (await usage(studio, `?month=${month}`)).read(insights.usage).plan;
    expect(await terms(present)).toBeNull();
    api.operator.billingFrom = past;
    await meterUsage(api.jobs);
    const { version, free } = PRICES[0];
    expect(await terms(present)).toEqual({ prices: version, free, cap: 0, charged: null });
    await api.db.pool.query("update accounts set plan_state = 'active' where id = $1", [studio.id]);
    await api.db.pool.query(
      `update account_plans set cap = 900, last_cap = 700, closed_month = '2020-01', free_stored = 8e9, free_until = '2099-01'
       where account_id = $1`,
      [studio.id],
    );
    expect(await terms(present)).toMatchObject({ cap: 900, free: { stored: 8e9 }, charged: null });
    expect(await terms(past)).toMatchObject({ cap: 700, charged: null });
    await api.db.pool.query('update account_plans set closed_month = $2 where account_id = $1', [studio.id, past]);
    expect(await terms(past)).toMatchObject({ charged: 0 });
    await api.db.pool.query(
      `insert into statements (id, account_id, month, name, prices, currency, byte_hours, download_bytes, lines, amount, cap, status)
       values ($1, $2, $3, 'Llum', 1, 'EUR', 0, 0, '[]', 321, 700, 'paid')`,
      [newId(), studio.id, past],
    );
    expect(await terms(past)).toMatchObject({ charged: 321 });
  });

  it('is the studio’s own', async () => {
    const other = await makeStudio(api);
    expect((await usage(other)).read(insights.usage)).toMatchObject({ stored: 0, months: [] });
    expect((await usage(studio, '', stranger())).status).toBe(403);
  });
});
