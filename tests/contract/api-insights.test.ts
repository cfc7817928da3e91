import { describe, expect, it } from 'vitest';
import { booking } from '#core/api/booking.ts';
import { insights } from '#core/api/insights.ts';
import { proofing } from '#core/api/proofing.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { recordDownload } from '#functions/galleries/events.ts';
import { pairOf, testApi } from '../support/api.ts';
import { offer, openBooking, visitor } from '../support/booking.ts';
import { ChoosingBrowser, choosingGallery } from '../support/proofing.ts';
import { seededRandom } from '../support/random.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, stranger, type Studio } from '../support/studio.ts';

const ZONE = 'Europe/Madrid';
const api = await testApi();

async function madridStudio(marker: string): Promise<Studio> {
  const studio = await makeStudio(api, marker);
  await api.db.pool.query('update accounts set time_zone = $2 where id = $1', [studio.id, ZONE]);
  return studio;
}

const studioInsights = async (studio: Studio, query = 'period=30d', as = studio.owner) =>
  (await api.call('GET', `/api/insights?${query}`, { as, account: studio.id })).read(insights.studio);
const table = (studio: Studio, name: string, query = 'period=30d', as = studio.owner) =>
  api.call('GET', `/api/insights/tables/${name}?${query}`, { as, account: studio.id });

/** Days of galleries that differ from a recount of events and picks; empty if all are correct. */
async function differences(): Promise<unknown[]> {
  const { rows } = await api.db.pool.query(`
    with counted as (
      select e.gallery_id, public.account_day(e.account_id, e.at) as day,
        count(*) filter (where e.kind in ('opened', 'viewed')) as visits,
        sum(coalesce(e.photo_count, 1)) filter (where e.kind = 'downloaded') as downloads, 0::bigint as picks
      from gallery_events e group by 1, 2
      union all
      select p.gallery_id, public.account_day(p.account_id, p.at), 0, 0, count(*) from picks p where p.state = 'pick' group by 1, 2),
    sums as (
      select gallery_id, day, sum(visits) as visits, coalesce(sum(downloads), 0) as downloads, sum(picks) as picks
      from counted group by 1, 2)
    select * from gallery_days d full join sums s using (gallery_id, day)
    where (coalesce(d.visits, 0), coalesce(d.downloads, 0), coalesce(d.picks, 0))
      is distinct from (coalesce(s.visits, 0), coalesce(s.downloads, 0), coalesce(s.picks, 0))`);
  return rows;
}

describe('what visitors do in a gallery', async () => {
  const studio = await madridStudio('Llum');
  const { galleryId, photos } = await choosingGallery(api, studio);
  const [first, second] = [photos[0]!, photos[1]!];
  const path = `/api/gallery/${galleryId}/insights`;
  const today = async () => {
    const answer = await api.call('GET', `${path}?period=30d`, { as: studio.owner, account: studio.id });
    return answer.read(insights.gallery).counts.at(-1)!;
  };

  it('is counted by day: visits, views, downloads and favourites', async () => {
    const opened = await api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', body: {} });
    const cookies = [pairOf(opened.cookies.get('__Host-visitor_session'))];
    const view = { channel: 'public', body: { photoIds: [first.id, second.id, newId()] }, cookies } as const;
    await api.call('POST', `/api/p/${galleryId}/views`, view);
    const taken = { accountId: studio.id, galleryId, size: 'web', bytes: { amount: 1 }, photoIds: [first.id] } as const;
    await api.services.db.transaction((tx) => recordDownload(tx, taken, api.clock.now()));
    const browser = new ChoosingBrowser(api, galleryId, cookies);
    await browser.pick(first.id);
    await browser.pick(second.id);
    await browser.pick(second.id, { state: 'reject' });
    expect(await today()).toMatchObject({ visits: 1, views: 2, downloads: 1, picks: 1 });
    await browser.unpick(first.id);
    await browser.pick(second.id);
    expect(await today()).toMatchObject({ visits: 1, views: 2, downloads: 1, picks: 1 });
    const { photos: loved } = await studioInsights(studio);
    expect(loved).toMatchObject([{ id: second.id, galleryId, people: 1, views: 1 }]);
    expect(await differences()).toEqual([]);
  });

  it('is the day of the studio’s zone, also one minute before and after midnight', async () => {
    const midnight = instantAtMinute('2026-08-15', 0, ZONE);
    for (const at of [midnight - 1, midnight]) {
      const event = { id: newId(), account_id: studio.id, gallery_id: galleryId, kind: 'viewed', at: new Date(at) };
      await insertRow(api.db.pool, 'gallery_events', event);
    }
    const { rows } = await api.db.pool.query(
      "select day::text, visits from gallery_days where gallery_id = $1 and day < '2026-09-01' order by day",
      [galleryId],
    );
    expect(rows).toEqual([
      { day: '2026-08-14', visits: 1 },
      { day: '2026-08-15', visits: 1 },
    ]);
  });

  it('agrees with a recount after 300 changes of favourites in random order', async () => {
    const random = seededRandom(17);
    const browsers = [new ChoosingBrowser(api, galleryId), new ChoosingBrowser(api, galleryId)];
    for (let step = 0; step < 300; step++) {
      const browser = browsers[Math.floor(random() * 2)]!;
      const photo = photos[Math.floor(random() * photos.length)]!;
      const state = (['pick', 'maybe', 'reject'] as const)[Math.floor(random() * 3)]!;
      if (random() < 0.3) await browser.unpick(photo.id);
      else await browser.pick(photo.id, { state });
      if (step % 100 === 99) await api.db.pool.query('delete from rate_limits');
    }
    expect(await differences()).toEqual([]);
    const [, person] = await Promise.all([browsers[0]!.pick(first.id), browsers[1]!.pick(first.id)]);
    await api.db.pool.query('delete from gallery_people where id = $1', [person.read(proofing.pick).person!.id]);
    expect(await differences()).toEqual([]);
  });

  it('answers other studios and strangers as if the gallery did not exist', async () => {
    const other = await makeStudio(api, 'Other');
    for (const end of ['', '.csv']) {
      const foreign = await api.call('GET', `${path}${end}?period=30d`, { as: other.owner, account: other.id });
      const missing = await api.call('GET', `/api/gallery/${other.id}${newId(16)}/insights${end}?period=30d`, {
        as: other.owner,
        account: other.id,
      });
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
      const unknown = await api.call('GET', `${path}${end}?period=30d`, { as: stranger(), account: studio.id });
      expect(unknown.status).toBe(403);
    }
    expect((await studioInsights(other)).counts.every(({ visits }) => visits === 0)).toBe(true);
  });

  it('leaves with the gallery', async () => {
    const id = await publishedGallery(api, studio);
    await readyPhoto(api, studio, id);
    await api.call('POST', `/api/p/${id}/galleries/verify`, { channel: 'public', body: {} });
    expect((await studioInsights(studio)).galleries.map((row) => row.id)).toContain(id);
    await api.db.pool.query('update galleries set deleted_at = now() where id = $1', [id]);
    expect((await studioInsights(studio)).galleries.map((row) => row.id)).not.toContain(id);
    await api.db.pool.query('delete from galleries where id = $1', [id]);
    const { rows } = await api.db.pool.query('select 1 from gallery_days where gallery_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('the way to a booking', () => {
  it('is counted once a day for each household, and ends with bookings and decided requests', async () => {
    const studio = await madridStudio('Reserves');
    await openBooking(api, studio);
    const type = await offer(api, studio);
    const asked = await offer(api, studio, { type: { name: 'Casament', requires_approval: true } });
    const day = new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
    const nine = instantAtMinute(day, 9 * 60, ZONE);
    const [anna, ben] = [visitor(api, studio, 1), visitor(api, studio, 2)];
    for (let times = 0; times < 2; times++) await anna.slots(type, nine, nine + 8 * HOUR_MS);
    await ben.slots(type, nine, nine + 8 * HOUR_MS);
    for (const address of ['2001:db8:5:6::1', '2001:db8:5:6::2'])
      await api.call('GET', `/api/p/${studio.slug}/booking/slots?type=${type}&from=${nine}&to=${nine + HOUR_MS}`, {
        channel: null,
        headers: { 'x-viewer-address': address },
      });
    const { token } = (await anna.hold(type, nine)).read(booking.hold);
    await anna.release(token);
    await anna.hold(type, nine);
    const session = { account_id: studio.id, author_id: studio.owner.userId, source: 'client', date: new Date(nine) };
    const customer_id = await insertCustomer(api.db.pool, studio.id);
    const made = { ...session, customer_id, created_at: new Date(api.clock.now()) };
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...made, session_type_id: type, status: 'scheduled' });
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...made, session_type_id: asked, status: 'inquiry' });
    for (const [status, to] of [
      ['confirmed', 'scheduled'],
      ['declined', 'declined'],
    ] as const) {
      const id = newId();
      await insertRow(api.db.pool, 'sessions', { id, ...made, session_type_id: asked, status });
      const event = { id: newId(), account_id: studio.id, session_id: id, kind: 'status' };
      await insertRow(api.db.pool, 'session_events', { ...event, details: JSON.stringify({ from: 'inquiry', to }) });
    }
    const expected = { viewed: 3, started: 1, booked: 1, requested: 3, accepted: 1, declined: 1 };
    expect((await studioInsights(studio)).booking).toEqual(expected);
    expect((await table(studio, 'booking')).text).toContain('Viewed available times,3\r\n');
  });
});

describe('money and clients', async () => {
  const studio = await madridStudio('Diners');
  const { pool } = api.db;
  const author = { account_id: studio.id, author_id: studio.owner.userId };
  const day = (days: number) => new Date(api.clock.now() - days * DAY_MS);

  async function session(values: Row): Promise<string> {
    const id = newId();
    const customer_id = values['customer_id'] ?? (await insertCustomer(pool, studio.id));
    await insertRow(pool, 'sessions', { id, ...author, customer_id, date: day(1), ...values });
    return id;
  }
  const payment = (session_id: string, amount: number, values: Row = {}) => {
    const row = { id: newId(), ...author, session_id, amount, currency: 'EUR', status: 'paid', date: day(1) };
    return insertRow(pool, 'payments', { ...row, ...values });
  };
  const own = await session({ photographer_id: studio.people.photographer.userId, type: '=HYPERLINK("http://x")' });
  const owners = await session({ photographer_id: studio.owner.userId, type: 'Retrat' });
  await payment(own, 10_050);
  const refunded = newId();
  await payment(owners, 20_000, { id: refunded });
  await payment(owners, 5_000, { refunds_payment_id: refunded });
  await payment(owners, 900, { status: 'pending' });
  await payment(owners, 700, { currency: 'USD' });
  await payment(owners, 4_000, { date: day(400) });

  it('sums what was received by month and session type, and equals the month totals', async () => {
    const { revenue } = await studioInsights(studio, 'period=12m');
    expect(revenue).toMatchObject({
      currency: 'EUR',
      types: [
        { name: 'Retrat', amount: 15_000, payments: 1 },
        { name: '=HYPERLINK("http://x")', amount: 10_050, payments: 1 },
      ],
      others: [{ currency: 'USD', amount: 700 }],
    });
    const { rows } = await pool.query(
      `select month as key, sum(received - refunded)::integer as amount from revenue_months
       where account_id = $1 and currency = 'EUR' and month >= $2 group by 1 order by 1`,
      [studio.id, revenue!.months[0]!.key],
    );
    expect(revenue!.months.filter(({ amount }) => amount !== 0)).toEqual(rows);
  });

  it('shows photographers their own sessions’ money, and assistants none', async () => {
    const { photographer, assistant, admin } = studio.people;
    expect((await studioInsights(studio, 'period=12m', admin)).revenue!.types).toHaveLength(2);
    const mine = (await studioInsights(studio, 'period=12m', photographer)).revenue!;
    expect([mine.types.map(({ amount }) => amount), mine.others]).toEqual([[10_050], []]);
    expect((await studioInsights(studio, 'period=12m', assistant)).revenue).toBeNull();
    expect((await table(studio, 'revenue', 'period=12m', assistant)).status).toBe(403);
    expect((await table(studio, 'revenue', 'period=12m', photographer)).text).not.toContain('Retrat');
  });

  it('is a file without formulas, in the format of the studio’s language', async () => {
    await pool.query("update accounts set language = 'es' where id = $1", [studio.id]);
    const answer = await table(studio, 'revenue', 'period=12m');
    expect(answer.headers.get('content-disposition')).toContain('Ingresos por tipo de sesi');
    expect(answer.text).toContain(`;"'=HYPERLINK(""http://x"")";1;100,5;EUR\r\n`);
    await pool.query("update accounts set language = 'en' where id = $1", [studio.id]);
    for (const name of ['visits', 'galleries', 'photos', 'booking', 'clients'])
      expect((await table(studio, name)).status).toBe(200);
  });

  it('lists clients whose last session was completed long ago, and who have none ahead', async () => {
    const names: Record<string, Row[]> = {
      'Long ago': [
        { status: 'completed', date: day(500), type: 'Boda' },
        { status: 'completed', date: day(900) },
      ],
      Recent: [{ status: 'completed', date: day(100) }],
      'Booked again': [
        { status: 'completed', date: day(500) },
        { status: 'scheduled', date: day(-20) },
      ],
      'Cancelled again': [
        { status: 'completed', date: day(600) },
        { status: 'cancelled', date: day(30) },
      ],
      'Did not come': [{ status: 'no_show', date: day(500) }],
    };
    for (const [name, sessions] of Object.entries(names)) {
      const customer_id = await insertCustomer(pool, studio.id, { name });
      for (const values of sessions) await session({ customer_id, ...values });
    }
    const away = async (months: string) => (await studioInsights(studio, `period=30d&away=${months}`)).clients;
    expect(await away('12')).toMatchObject([
      { name: 'Long ago', lastType: 'Boda', sessions: 2 },
      { name: 'Cancelled again', sessions: 1 },
    ]);
    expect((await away('24'))?.map(({ name }) => name)).toEqual([]);
    const file = (await table(studio, 'clients')).text;
    expect(
      file
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['Long ago', 'Cancelled again']);
  });

  it('refuses unknown periods and tables', async () => {
    for (const query of ['', 'period=31d', 'period=1999', 'period=30d&away=3'])
      expect((await api.call('GET', `/api/insights?${query}`, { as: studio.owner, account: studio.id })).status).toBe(
        400,
      );
    expect((await table(studio, 'members')).status).toBe(404);
  });
});
