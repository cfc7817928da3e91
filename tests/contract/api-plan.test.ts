import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accounts } from '#core/api/accounts.ts';
import { plan } from '#core/api/plan.ts';
import { planPrices, pricesBegin } from '#core/domain/studio/plan.ts';
import { PRICES } from '#core/domain/studio/prices.ts';
import { monthBounds, monthOf } from '#core/domain/studio/usage.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { formatDay } from '#core/domain/values/format.ts';
import { meterUsage } from '#functions/jobs/sample-usage.ts';
import { readPlans } from '#functions/plans/plan-rows.ts';
import { forecastHour } from '#functions/plans/update-plans.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { storedPhoto } from '../support/archives.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { expectLogged } from '../support/expected-log.ts';
import { backOffice } from '../support/back-office.ts';
import { invitedVisitor } from '../support/gallery-invites.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio, stranger } from '../support/studio.ts';

const GB = 1e9;

// Months of studios that have no customer at Stripe here.
expectLogged('statement_held');

const api = await testApi();
const sql = async (text: string, ...values: unknown[]) => (await api.db.pool.query(text, values)).rows;

let studio: Studio;
beforeEach(async () => {
  api.operator.billingFrom = monthOf(api.clock.now());
  studio = await makeStudio(api);
  // Mails go to owners whose address the auth service has confirmed.
  await insertUser(api.db.pool, studio.owner);
});

const call = (method: 'GET' | 'PATCH' | 'POST', body?: object, as: unknown = studio.owner) =>
  api.call(method, method === 'POST' ? '/api/plan/prices' : '/api/plan', {
    as: as as never,
    account: studio.id,
    ...(body && { body }),
  });

const download = (gigabytes: number, at = api.clock.now()) =>
  sql(
    `insert into usage_days (account_id, day, download_bytes) values ($1, $2, $3)
     on conflict (account_id, day) do update set download_bytes = usage_days.download_bytes + excluded.download_bytes`,
    studio.id,
    new Date(at).toISOString().slice(0, 10),
    gigabytes * GB,
  );

/** A studio with a card and an address that has accepted the prices. */
async function activate(): Promise<void> {
  await call('POST', { version: 1, language: 'ca' });
  await sql("update account_plans set card_label = 'Visa 4242', has_address = true where account_id = $1", studio.id);
  await meterUsage(api.jobs);
}

/** Subjects of the mails to the studio's owner since the last call. */
async function mailed(): Promise<string[]> {
  await runOutbox(api.jobs);
  return api.mails.splice(0).flatMap(({ to, subject }) => (to === studio.owner.email ? [subject] : []));
}

describe('GET /api/plan', () => {
  it('is a trial without a card until the studio is ready to pay', async () => {
    await meterUsage(api.jobs);
    expect((await call('GET')).read(plan.read)).toMatchObject({
      state: 'trialing',
      cap: 5_000,
      monthCap: 0,
      used: 0,
      isCapped: false,
      prices: null,
      offered: 1,
    });
    await activate();
    expect((await call('GET')).read(plan.read)).toMatchObject({ state: 'active', monthCap: 5_000, prices: 1 });
  });

  it('is found nowhere while nothing is charged', async () => {
    for (const from of [null, '2041-01']) {
      api.operator.billingFrom = from;
      await meterUsage(api.jobs);
      expect((await call('GET')).error.code).toBe('not_found');
      expect((await call('PATCH', { cap: 1_000 })).error.code).toBe('not_found');
      expect((await call('POST', { version: 1, language: 'en' })).error.code).toBe('not_found');
      expect(await sql('select plan_state from accounts where id = $1', studio.id)).toEqual([{ plan_state: null }]);
    }
  });

  it('is for owners and admins', async () => {
    await call('PATCH', { cap: 1_000 });
    const { admin, photographer, assistant } = studio.people;
    const statuses = await Promise.all(
      [studio.owner, admin, photographer, assistant, stranger()].map(
        async (as) => (await call('GET', undefined, as)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 403, 403, 403]);
  });
});

it('a plan adds no query to what members and clients ask for, and its answers stay below 8 KB', async () => {
  const galleryId = await publishedGallery(api, studio, { visibility: 'invite' });
  const photo = await storedPhoto(api, studio, galleryId, {}, 5000);
  const { cookie } = await invitedVisitor(api, studio, galleryId);
  const member = { as: studio.owner, account: studio.id };
  const download = `/api/p/${galleryId}/photos/${photo.id}/download?size=original`;
  const requests = [
    () => api.call('GET', '/api/calendar-feed', member),
    () => api.call('GET', `/p/${studio.slug}`, { channel: null }),
    () => api.call('GET', download, { channel: null, cookies: [cookie] }),
  ];
  // The first answers make what later ones find.
  for (const request of requests) await request();
  const queries = async () => {
    const counts: number[] = [];
    for (const request of requests) {
      const spies = [vi.spyOn(api.services.db, 'query'), vi.spyOn(api.services.db, 'transaction')];
      await request();
      counts.push(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0));
      for (const spy of spies) spy.mockRestore();
    }
    return counts;
  };
  const before = await queries();
  expect(Math.min(...before)).toBeGreaterThan(0);
  await activate();
  await sql("update accounts set plan_state = 'past_due' where id = $1", studio.id);
  expect(await queries()).toEqual(before);
  for (let month = 1; month <= 12; month++) {
    await sql(
      `insert into statements (id, account_id, month, name, prices, currency, byte_hours, download_bytes, lines, amount,
         cap, status, number, page_url, pdf_url, total)
       values ($1, $2, $3, 'Studio', 1, 'EUR', 1, 1, '[]', 500, 5000, 'paid', $3, $4, $4, 605)`,
      newId(),
      studio.id,
      `2025-${String(month).padStart(2, '0')}`,
      `https://invoice.example/${'x'.repeat(120)}`,
    );
  }
  const plans = await call('GET');
  expect(plans.read(plan.read).statements).toHaveLength(12);
  expect(plans.text.length).toBeLessThan(8_000);
});

describe('POST /api/plan/prices', () => {
  it('records once who accepted which text', async () => {
    for (let times = 0; times < 2; times++) await call('POST', { version: 1, language: 'ca' });
    const agreements = await sql('select * from agreements where account_id = $1', studio.id);
    expect(agreements).toMatchObject([
      { user_id: studio.owner.userId, document: 'prices', version: 1, language: 'ca', sha256: expect.any(String) },
    ]);
    expect((await call('POST', { version: 2, language: 'ca' })).error.code).toBe('conflict');
  });

  it('is kept as it is, also when its studio is erased', async () => {
    await call('POST', { version: 1, language: 'ca' });
    const refused = { code: '42501' };
    await expect(sql('update agreements set version = 2 where account_id = $1', studio.id)).rejects.toMatchObject(
      refused,
    );
    await expect(sql('delete from agreements where account_id = $1', studio.id)).rejects.toMatchObject(refused);
    const [{ id }] = await sql('select id from agreements where account_id = $1', studio.id);
    await sql('delete from accounts where id = $1', studio.id);
    expect(await sql('select account_id, version from agreements where id = $1', id)).toEqual([
      { account_id: null, version: 1 },
    ]);
  });
});

describe('the cap', () => {
  it('stops uploads and clients’ downloads, and nothing else, until it is raised', async () => {
    const galleryId = await publishedGallery(api, studio, { visibility: 'invite' });
    const photo = await storedPhoto(api, studio, galleryId, {}, 5000);
    const { cookie } = await invitedVisitor(api, studio, galleryId);
    const member = { as: studio.owner, account: studio.id };
    const take = (options: object) =>
      api.call('GET', `/api/p/${galleryId}/photos/${photo.id}/download?size=original`, { channel: null, ...options });
    const upload = () =>
      api.call('POST', '/api/upload/presign', {
        ...member,
        body: { galleryId, files: [{ photoId: newId(), filename: 'a.jpg', size: 9, type: 'image/jpeg' }] },
      });
    const look = () =>
      api.call('POST', `/api/p/${galleryId}/galleries/verify`, { channel: 'public', cookies: [cookie], body: {} });
    await activate();
    await call('PATCH', { cap: 100 });
    expect([(await take({ cookies: [cookie] })).status, (await upload()).status]).toEqual([302, 200]);

    await download(10);
    await meterUsage(api.jobs);
    expect((await call('GET')).read(plan.read)).toMatchObject({ used: 100, isCapped: true });
    const refused = [await take({ cookies: [cookie] }), await upload()];
    expect(refused.map(({ status, error }) => [status, error.code])).toEqual([
      [402, 'cap_reached'],
      [402, 'cap_reached'],
    ]);
    const archive = await api.call('POST', `/api/p/${galleryId}/archives`, {
      channel: 'public',
      cookies: [cookie],
      body: { size: 'original' },
    });
    expect(archive.error.code).toBe('cap_reached');
    expect((await take(member)).status).toBe(302);
    expect((await look()).status).not.toBe(402);

    await call('PATCH', { cap: 101 });
    expect([(await take({ cookies: [cookie] })).status, (await upload()).status]).toEqual([302, 200]);
  });

  it('of a trial is what is free, and starts over with the month', async () => {
    await download(5.1);
    await meterUsage(api.jobs);
    expect((await call('GET')).read(plan.read)).toMatchObject({ state: 'trialing', used: 2, isCapped: true });
    expect(await mailed()).toEqual(['Studio has used what is free this month']);
    api.clock.advance(31 * DAY_MS);
    await meterUsage(api.jobs);
    expect((await call('GET')).read(plan.read)).toMatchObject({ used: 0, isCapped: false });
  });

  it('is between 1.00 and 10,000', async () => {
    const codes = await Promise.all(
      [99, 100, 1_000_000, 1_000_001].map(async (cap) => (await call('PATCH', { cap })).status),
    );
    expect(codes).toEqual([400, 200, 200, 400]);
  });

  it('goes no lower than what the month has cost, except in a trial', async () => {
    await download(20);
    expect((await call('PATCH', { cap: 200 })).status).toBe(200);
    await activate();
    await call('PATCH', { cap: 1_000 });
    const refused = await call('PATCH', { cap: 299 });
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'cap_below_used', field: 'cap', params: { used: 300 } },
    ]);
    expect((await call('PATCH', { cap: 300 })).status).toBe(200);
    await download(10);
    expect((await call('PATCH', { cap: 250 })).error).toMatchObject({ params: { used: 300 } });
    expect((await call('GET')).read(plan.read)).toMatchObject({ cap: 300, isCapped: true });
  });

  it('is told at 50, 80 and 100 %, once each', async () => {
    await activate();
    await call('PATCH', { cap: 1_000 });
    await mailed();
    const subjects: string[][] = [];
    for (const gigabytes of [6, 24, 1, 14, 0, 10, 5]) {
      await download(gigabytes);
      await meterUsage(api.jobs);
      subjects.push(await mailed());
    }
    const told = subjects.map((some) => some.filter((subject) => !subject.includes('probably')));
    expect(told).toEqual([
      [],
      ['Studio has used half of this month’s cap'],
      [],
      ['Studio has used 80% of this month’s cap'],
      [],
      ['Studio has reached this month’s cap'],
      [],
    ]);
  });

  it('that was raised is told again, that of a trial is not', async () => {
    await download(5.1);
    await meterUsage(api.jobs);
    for (const cap of [6_000, 1_000]) await call('PATCH', { cap });
    expect(await mailed()).toEqual(['Studio has used what is free this month']);
    await activate();
    await download(50);
    await meterUsage(api.jobs);
    expect(await mailed()).toEqual(['Studio has reached this month’s cap']);
    await call('PATCH', { cap: 1_100 });
    expect(await mailed()).toEqual(['Studio has used 80% of this month’s cap']);
    await download(10);
    await meterUsage(api.jobs);
    expect(await mailed()).toEqual(['Studio has reached this month’s cap']);
  });

  it('is told once when the forecast of 14 full days passes it', async () => {
    const begun = Date.parse(`${monthOf(api.clock.now() + 32 * DAY_MS)}-02`) + forecastHour(studio.id) * HOUR_MS;
    api.clock.advance(begun - api.clock.now());
    await activate();
    await call('PATCH', { cap: 1_000 });
    await mailed();
    for (let day = 1; day <= 14; day++) await download(10, begun - day * DAY_MS);
    const full = 'update usage_days set hours = (1 << 24) - 1 where account_id = $1 and day < $2 and day >= $3';
    const dayOf = (days: number) => new Date(begun - days * DAY_MS).toISOString().slice(0, 10);
    const told: string[][] = [];
    for (const days of [13, 14, 14]) {
      await sql(full, studio.id, dayOf(0), dayOf(days));
      // In other hours nothing is told. The days since then stay incomplete, at whatever hour the first began.
      for (const hours of [23, 1]) {
        await sql('update usage_days set hours = 0 where account_id = $1 and day >= $2', studio.id, dayOf(0));
        api.clock.advance(hours * HOUR_MS);
        await meterUsage(api.jobs);
        if (hours === 23) expect((await mailed()).filter((subject) => subject.includes('probably'))).toEqual([]);
      }
      told.push((await mailed()).filter((subject) => subject.includes('probably')));
    }
    expect(told).toEqual([[], ['Studio will probably reach this month’s cap'], []]);
  });
});

describe('a studio that owes', () => {
  const state = async () => (await call('GET')).read(plan.read).state;

  /** How a write of the owner and a visitor's page are answered. */
  const answers = async () => {
    const write = await api.call('POST', '/api/calendar-feed', { as: studio.owner, account: studio.id });
    const page = await api.call('GET', `/p/${studio.slug}`, { channel: null });
    return [write.status < 300 ? write.status : write.error.code, page.status];
  };
  /** Effects on visitors since the last call. */
  const closings = async () => {
    const kinds = await sql(
      `select kind from outbox where account_id = $1 and kind in ('cdn.purge', 'og.refresh', 'live.recheck') order by 1`,
      studio.id,
    );
    await sql('delete from outbox where account_id = $1', studio.id);
    return kinds.map(({ kind }) => kind);
  };

  it('is held to each state immediately, and works again once it has paid', async () => {
    await publishedGallery(api, studio, { visibility: 'public' });
    await activate();
    await sql('update account_plans set overdue_since = now() where account_id = $1', studio.id);
    await runOutbox(api.jobs);
    await closings();
    const seen: unknown[] = [];
    const look = async () => {
      await meterUsage(api.jobs);
      seen.push([await state(), ...(await answers()), ...(await closings())]);
    };
    for (const days of [0, 14, 30]) {
      api.clock.advance(days * DAY_MS);
      await look();
    }
    // A cap may be chosen by a studio that is to pay.
    expect((await call('PATCH', { cap: 9_900 })).status).toBe(200);
    await sql('update account_plans set overdue_since = null where account_id = $1', studio.id);
    await look();
    const all = ['cdn.purge', 'live.recheck', 'og.refresh'];
    expect(seen).toEqual([
      ['past_due', 201, 200],
      ['read_only', 'studio_read_only', 200],
      ['suspended', 'studio_suspended', 503, ...all],
      ['active', 201, 200, ...all],
    ]);
  });

  it('is told of each state, and works again once it has paid', async () => {
    await activate();
    await mailed();
    await sql('update account_plans set overdue_since = now() where account_id = $1', studio.id);
    const seen: unknown[] = [];
    for (const days of [0, 13, 1, 29, 1]) {
      api.clock.advance(days * DAY_MS);
      await meterUsage(api.jobs);
      seen.push([await state(), ...(await mailed())]);
    }
    expect(seen).toEqual([
      ['past_due', 'A payment of Studio has failed'],
      ['past_due'],
      ['read_only', 'Studio is read-only until its bill is paid'],
      ['read_only'],
      ['suspended', 'Studio is closed to visitors until its bill is paid'],
    ]);
    await sql('update account_plans set overdue_since = null where account_id = $1', studio.id);
    await meterUsage(api.jobs);
    expect(await state()).toBe('active');
  });
});

it('what a studio stored before prices began is free for a year', async () => {
  const from = api.operator.billingFrom!;
  await sql('update account_usage set storage_bytes = $2 where account_id = $1', studio.id, 80 * GB);
  await sql("update accounts set created_at = '2020-06-01' where id = $1", studio.id);
  await meterUsage(api.jobs);
  expect((await call('GET')).read(plan.read).free).toEqual({ stored: 80 * GB, downloaded: 5 * GB });
  expect(await sql('select free_until from account_plans where account_id = $1', studio.id)).toEqual([
    { free_until: `${Number(from.slice(0, 4)) + 1}${from.slice(4)}` },
  ]);
});

describe('other prices', () => {
  /** Adds a version that begins next month. */
  function addVersion(onTestFinished: (work: () => void) => void): string {
    const from = monthOf(monthBounds(monthOf(api.clock.now())).end);
    const versions = PRICES as unknown as object[];
    versions.push({ ...PRICES[0], version: 2, from, stored: 80_000 });
    onTestFinished(() => void versions.pop());
    return from;
  }
  const shown = async () =>
    (await api.call('GET', '/api/accounts', { as: studio.owner })).read(accounts.list)[0]!.pricesEndAt;

  it('are told once, and count once they are accepted and 60 days have passed', async ({ onTestFinished }) => {
    await activate();
    await mailed();
    const from = addVersion(onTestFinished);
    const begins = pricesBegin(2, api.clock.now());
    expect(begins > from).toBe(true);
    await meterUsage(api.jobs);
    expect(await mailed()).toEqual([expect.stringMatching(/^Studio: new prices from /)]);
    await meterUsage(api.jobs);
    expect(await mailed()).toEqual([]);
    expect((await call('GET')).read(plan.read)).toMatchObject({ prices: 1, offered: 2, offeredFrom: begins });
    expect(await shown()).toBe(monthBounds(begins).start);
    expect((await call('POST', { version: 1, language: 'ca' })).error.code).toBe('conflict');
    expect((await call('POST', { version: 2, language: 'ca' })).read(plan.acceptPrices).prices).toBe(2);
    expect(await shown()).toBeNull();
    const [stored] = await readPlans(api.jobs.db, { accountId: studio.id, month: from });
    expect([from, begins].map((month) => planPrices(stored!, month).version)).toEqual([1, 2]);
  });

  it('make the studio read-only without an answer, after mails, until they are accepted', async ({
    onTestFinished,
  }) => {
    await publishedGallery(api, studio, { visibility: 'public' });
    await activate();
    addVersion(onTestFinished);
    const ends = monthBounds(pricesBegin(2, api.clock.now())).start;
    await meterUsage(api.jobs);
    await mailed();
    const seen: unknown[] = [];
    const lookAt = async (at: number) => {
      api.clock.advance(at - api.clock.now());
      for (let times = 0; times < 2; times++) await meterUsage(api.jobs);
      const { state, prices, offeredFrom } = (await call('GET')).read(plan.read);
      const write = await api.call('POST', '/api/calendar-feed', { as: studio.owner, account: studio.id });
      const page = await api.call('GET', `/p/${studio.slug}`, { channel: null });
      seen.push([state, prices, offeredFrom, write.status, page.status, ...(await mailed())]);
    };
    for (const days of [40, 20, 7]) await lookAt(ends - days * DAY_MS);
    // A higher cap repeats no reminder.
    await call('PATCH', { cap: 9_900 });
    for (const days of [6, 0, -90]) await lookAt(ends - days * DAY_MS);
    // The old prices apply until the new ones are accepted, and from then on those of the month.
    await call('POST', { version: 2, language: 'ca' });
    await lookAt(ends + 90 * DAY_MS);
    const [first, later] = [monthOf(ends), monthOf(ends + 90 * DAY_MS)];
    expect(seen).toEqual([
      ['active', 1, first, 201, 200],
      ['active', 1, first, 201, 200, expect.stringMatching(/^Studio: please accept the new prices before /)],
      ['active', 1, first, 201, 200, expect.stringMatching(/^Studio: please accept the new prices before /)],
      ['active', 1, first, 201, 200],
      ['read_only', 1, first, 402, 200, 'Studio is read-only until you accept the new prices'],
      ['read_only', 1, later, 402, 200],
      ['active', 2, null, 201, 200],
    ]);
    const [stored] = await readPlans(api.jobs.db, { accountId: studio.id, month: later });
    expect([first, later].map((month) => planPrices(stored!, month).version)).toEqual([1, 2]);
  });

  const FAILED = 'A payment of Studio has failed';
  const BILL = 'Studio is read-only until its bill is paid';
  const ANSWER = 'Studio is read-only until you accept the new prices';
  const BOTH = 'Studio is read-only: unpaid bill and new prices';
  const CLOSED = 'Studio is closed to visitors until its bill is paid';

  // Days from the begin of the prices, what happens then, and the state with the mails about it.
  it.each<[string, [number, 'fails' | 'pays' | 'accepts' | null, ...string[]][]]>([
    [
      'end, then a payment fails',
      [
        [0, null, 'read_only', ANSWER],
        [1, 'fails', 'read_only', BOTH],
        [44, null, 'read_only'],
        [45, null, 'suspended', CLOSED],
        [46, 'pays', 'read_only', ANSWER],
        [110, null, 'read_only'],
        [111, 'accepts', 'active'],
      ],
    ],
    [
      'end while a bill has made the studio read-only',
      [
        [-20, 'fails', 'past_due', FAILED],
        [-6, null, 'read_only', BILL],
        [0, null, 'read_only', BOTH],
        [1, 'pays', 'read_only', ANSWER],
        [2, 'fails', 'read_only', BOTH],
        [3, 'pays', 'read_only', ANSWER],
        [40, null, 'read_only'],
      ],
    ],
    [
      'end within 14 days of a failed payment, and are accepted',
      [
        [-5, 'fails', 'past_due', FAILED],
        [0, null, 'read_only', BOTH],
        [1, 'accepts', 'past_due', FAILED],
        [15, null, 'read_only', BILL],
        [40, null, 'read_only'],
        [45, null, 'suspended', CLOSED],
        [46, 'pays', 'active'],
      ],
    ],
    [
      'end while the studio is suspended',
      [
        [-50, 'fails', 'past_due', FAILED],
        [-36, null, 'read_only', BILL],
        [-6, null, 'suspended', CLOSED],
        [1, null, 'suspended'],
        [2, 'pays', 'read_only', ANSWER],
        [3, 'accepts', 'active'],
      ],
    ],
  ])('that %s: each state is told once, and as it is', async (_, history) => {
    await activate();
    addVersion(onTestFinished);
    await meterUsage(api.jobs);
    await mailed();
    const ends = monthBounds(pricesBegin(2, api.clock.now())).start;
    const seen: unknown[] = [];
    for (const [index, [day, event]] of history.entries()) {
      // The clock goes on between the steps; an hour more lets each state last its whole days.
      api.clock.advance(ends + day * DAY_MS + index * HOUR_MS - api.clock.now());
      // As the job goes on between the events.
      await meterUsage(api.jobs);
      if (event === 'accepts') await call('POST', { version: 2, language: 'ca' });
      else if (event) {
        const since = event === 'fails' ? new Date(api.clock.now()) : null;
        await sql('update account_plans set overdue_since = $2 where account_id = $1', studio.id, since);
      }
      for (let times = 0; times < 2; times++) await meterUsage(api.jobs);
      const { state, nextStateAt } = (await call('GET')).read(plan.read);
      await runOutbox(api.jobs);
      const mails = api.mails
        .splice(0)
        .filter(({ to, subject }) => to === studio.owner.email && !/please/.test(subject));
      seen.push([day, event, state, ...mails.map(({ subject }) => subject)]);
      // Those of a bill name the day on which the galleries close.
      for (const { subject, text } of mails.filter(({ subject: about }) => [BILL, BOTH].includes(about))) {
        expect(text, subject).toContain(`stay open until ${formatDay(nextStateAt!, 'en', 'Europe/Madrid')}`);
      }
    }
    expect(seen).toEqual(history);
  });

  it('are told to a studio on trial once it pays', async ({ onTestFinished }) => {
    await call('POST', { version: 1, language: 'ca' });
    addVersion(onTestFinished);
    await meterUsage(api.jobs);
    expect([await mailed(), await shown()]).toEqual([[], null]);
    await activate();
    await meterUsage(api.jobs);
    expect(await mailed()).toEqual([expect.stringMatching(/^Studio: new prices from /)]);
    expect(await shown()).toBe(monthBounds(pricesBegin(2, api.clock.now())).start);
  });

  it('cannot be accepted before they were told, and are those that a later studio begins with', async ({
    onTestFinished,
  }) => {
    await activate();
    addVersion(onTestFinished);
    expect((await call('POST', { version: 2, language: 'ca' })).error.code).toBe('conflict');
    api.clock.advance(40 * DAY_MS);
    studio = await makeStudio(api);
    const accepted = (await call('POST', { version: 2, language: 'ca' })).read(plan.acceptPrices);
    expect(accepted).toMatchObject({ prices: 2, offered: 2, offeredFrom: null });
    await meterUsage(api.jobs);
    expect(await shown()).toBeNull();
  });
});

describe('limits of a trial', () => {
  const SIZE = 90_000_000;
  let galleryId: string;
  const announce = (photoId = newId(), more: object = {}) =>
    api.call('POST', '/api/upload/presign', {
      as: studio.owner,
      account: studio.id,
      body: { galleryId, files: [{ photoId, filename: 'a.jpg', size: SIZE, type: 'image/jpeg', ...more }] },
    });
  const store = (bytes: number) =>
    sql('update account_usage set storage_bytes = $2 where account_id = $1', studio.id, bytes);

  beforeEach(async () => {
    galleryId = await publishedGallery(api, studio);
    await meterUsage(api.jobs);
  });

  it('refuse files beyond 5 GB, naming the limit, and none of a studio that pays', async () => {
    await store(4_950_000_000);
    const refused = await announce();
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'limit_reached', params: { limit: 'stored', maximum: 5e9, used: 4_950_000_000 } },
    ]);
    await activate();
    expect((await announce()).status).toBe(200);
  });

  it('count announced files and replacements, those that are resumed once', async () => {
    const [added, replaced] = [newId(), await readyPhoto(api, studio, galleryId)];
    await store(4_800_000_000);
    for (let times = 0; times < 2; times++) {
      expect((await announce(added)).status).toBe(200);
      expect((await announce(replaced.id, { replaces: true })).status).toBe(200);
    }
    const refused = { code: 'limit_reached', params: { used: 4_800_000_000 + 2 * SIZE } };
    expect((await announce()).error).toMatchObject(refused);
    expect((await announce(added, { size: 2 * SIZE })).error).toMatchObject(refused);
  });

  it('and the cap count for a file that is sent whole', async () => {
    const jpeg = Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600', 'hex'),
      Buffer.alloc(99),
      Buffer.from('ffd9', 'hex'),
    ]);
    const send = () => {
      const body = new FormData();
      body.append('galleryId', galleryId);
      body.append('photo', new File([new Uint8Array(jpeg)], 'a.jpg', { type: 'image/jpeg' }));
      return api.call('POST', '/api/upload', { as: studio.owner, account: studio.id, body });
    };
    await store(5e9 - jpeg.length + 1);
    expect((await send()).error).toMatchObject({ code: 'limit_reached', params: { limit: 'stored' } });
    await store(5e9 - jpeg.length);
    expect((await send()).status).toBe(201);
    await activate();
    await download(400);
    await meterUsage(api.jobs);
    expect((await send()).error.code).toBe('cap_reached');
  });

  it('hold for uploads and replacements that begin at the same time', async () => {
    const replaced = await Promise.all(Array.from({ length: 4 }, () => readyPhoto(api, studio, galleryId)));
    await store(4_800_000_000);
    const begun = await Promise.all([
      ...Array.from({ length: 4 }, () => announce()),
      ...replaced.map(({ id }) => announce(id, { replaces: true })),
    ]);
    expect(begun.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 409, 409, 409, 409, 409, 409,
    ]);
  });

  it('allow so many files a day, resumed ones once, and say when it ends', async () => {
    await sql('update account_plans set limits = $2 where account_id = $1', studio.id, { files: 2 });
    const [first, second] = [newId(), newId()];
    const [content, other] = ['a', 'b'].map((hex) => ({ size: 9, sha256: hex.repeat(64) }));
    for (const id of [first, second, first]) expect((await announce(id, content)).status).toBe(200);
    // Both contents of a photo may be sent.
    expect((await announce(first, other)).error.code).toBe('limit_reached');
    const until = (Math.floor(api.clock.now() / DAY_MS) + 1) * DAY_MS;
    expect((await announce()).error).toMatchObject({
      code: 'limit_reached',
      params: { limit: 'files', maximum: 2, used: 2, until },
    });
    api.clock.advance(until - api.clock.now());
    expect((await announce()).status).toBe(200);
  });

  it('and the cap count for copies of photos as for uploads', async () => {
    const photo = await readyPhoto(api, studio, galleryId, { size: SIZE });
    const toGalleryId = await publishedGallery(api, studio);
    const { userId } = studio.owner;
    const copy = () =>
      backOffice(api.db).refusal(
        'photos.copy',
        { galleryId, toGalleryId, sectionId: null, copies: [{ from: photo.id, id: newId() }], now: api.clock.now() },
        { userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() },
      );
    await store(4_950_000_000);
    expect(await copy()).toMatchObject({ code: 'limit_reached', params: { limit: 'stored', used: 4_950_000_000 } });
    await activate();
    expect(await copy()).toBeUndefined();
    await download(400);
    await meterUsage(api.jobs);
    expect(await copy()).toMatchObject({ code: 'cap_reached' });
  });
});
