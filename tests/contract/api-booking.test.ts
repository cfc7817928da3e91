import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { booking } from '#core/api/booking.ts';
import { HOLD_MS, NEXT_SLOTS } from '#core/domain/sessions/booking.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { offer, offeredIn, openBooking, type Visitor, visitor } from '../support/booking.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const ZONE = 'Europe/Madrid';

const api = await testApi();
let studio: Studio;
let type: string;
let anna: Visitor;
let ben: Visitor;
/** Nine o'clock a week from now, in the studio's zone. */
let nine: number;
beforeEach(async () => {
  studio = await makeStudio(api);
  await openBooking(api, studio);
  type = await offer(api, studio, { price: { price: 12_000, deposit: 3_000 } });
  [anna, ben] = [visitor(api, studio, 1), visitor(api, studio, 2)];
  const day = new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  nine = instantAtMinute(day, 9 * 60, ZONE);
  // Each test books on a day of its own.
  await api.db.pool.query('delete from rate_limits');
});

const sessions = async () =>
  (await api.db.pool.query('select * from sessions where account_id = $1 order by date', [studio.id])).rows;
const startsOf = async (who: Visitor, from = nine, to = nine + 8 * HOUR_MS) =>
  (await who.slots(type, from, to)).read(booking.slots).slots.map(({ start }) => (start - nine) / HOUR_MS);
const held = async (who: Visitor, start = nine) => (await who.hold(type, start)).read(booking.hold).token;
const slot = (start = nine) => ({ sessionTypeId: type, start });

describe('bookable session types', () => {
  it('are listed with prices and texts, uncached', async () => {
    await openBooking(api, studio, { pageText: 'Bring shoes.', horizonDays: 30 });
    await offer(api, studio, { type: { name: 'Secret', is_bookable: false } });
    await offer(api, studio, { type: { name: 'Old', archived_at: new Date() } });
    const free = await offer(api, studio, { type: { name: 'Chat', requires_approval: true } });
    const answer = await anna.types();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.read(booking.types)).toMatchObject({
      studio: { slug: studio.slug },
      accountId: studio.id,
      currency: 'EUR',
      pageText: 'Bring shoes.',
      horizonDays: 30,
      offersDated: true,
      types: [
        { id: free, name: 'Chat', price: null, deposit: null, requiresApproval: true },
        { id: type, name: 'Portrait', duration: 60, price: 12_000, deposit: 3_000, requiresApproval: false },
      ],
    });
  });

  it('are empty when booking is off; the studio is still named', async () => {
    await openBooking(api, studio, { isOpen: false });
    const answer = await anna.types();
    expect([answer.status, answer.error.code]).toEqual([409, 'booking_closed']);
    expect(answer.error.params).toMatchObject({ studio: { slug: studio.slug } });
    for (const other of [await anna.slots(type, nine, nine + HOUR_MS), await anna.hold(type, nine)]) {
      expect([other.status, other.error.code]).toEqual([409, 'booking_closed']);
    }
  });

  it('are not found at a closed studio, a retired slug and an unknown one', async () => {
    const texts = new Set<string>();
    const old = studio.slug;
    await api.db.pool.query('update accounts set slug = $2 where id = $1', [studio.id, `new-${newId(8)}`]);
    texts.add((await anna.types()).text);
    await api.db.pool.query('update accounts set slug = $2, deleted_at = now() where id = $1', [studio.id, old]);
    texts.add((await anna.types()).text);
    const nowhere = await visitor(api, { slug: 'nowhere' }).types();
    expect(nowhere.status).toBe(404);
    expect(texts).toEqual(new Set([nowhere.text]));
  });
});

describe('free slots', () => {
  it('exclude sessions, holds and days off, and name the location', async () => {
    const locationId = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'locations', { id: locationId, ...author, name: 'Beach', address: 'Passeig 1' });
    await api.db.pool.query('update schedule_plans set location_id = $2 where account_id = $1', [
      studio.id,
      locationId,
    ]);
    expect(await startsOf(anna)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const customer = await insertCustomer(api.db.pool, studio.id);
    const row = { ...author, customer_id: customer, duration: 90 };
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...row, date: new Date(nine + HOUR_MS) });
    await insertRow(api.db.pool, 'sessions', {
      id: newId(),
      ...row,
      date: new Date(nine + 5 * HOUR_MS),
      status: 'cancelled',
    });
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...row, date: new Date(nine), deleted_at: new Date() });
    await held(ben, nine + 4 * HOUR_MS);
    expect(await startsOf(anna)).toEqual([0, 3, 5, 6, 7]);
    const { slots } = (await anna.slots(type, nine, nine + 1)).read(booking.slots);
    expect(slots).toEqual([{ start: nine, end: nine + HOUR_MS, seatsLeft: 1, place: 'Beach, Passeig 1' }]);
    await api.db.pool.query(
      `update settings set value = jsonb_set(value, '{lockedDays}', $2::jsonb)
       where account_id = $1 and key = 'photographer'`,
      [studio.id, JSON.stringify([new Date(nine).toISOString().slice(0, 10)])],
    );
    expect(await startsOf(anna)).toEqual([]);
  });

  it('account for a session that began a week ago and still runs', async () => {
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const customer = await insertCustomer(api.db.pool, studio.id);
    const tour = { date: new Date(nine - 6 * DAY_MS), duration: 6 * 24 * 60 + 120 };
    await insertRow(api.db.pool, 'sessions', { id: newId(), ...author, customer_id: customer, ...tour });
    expect(await startsOf(anna)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('name invalid query parameters', async () => {
    for (const query of [
      '',
      `type=${type}`,
      `type=x&from=1&to=2`,
      `type=${type}&from=a&to=2`,
      `type=${type}&from=1&to=1e99`,
    ]) {
      const answer = await api.call('GET', `/api/p/${studio.slug}/booking/slots?${query}`, { channel: null });
      expect([query, answer.status, answer.error.code]).toEqual([query, 400, 'validation_failed']);
    }
    expect((await anna.slots(type, nine, nine - DAY_MS)).read(booking.slots).slots).toEqual([]);
    expect((await anna.slots(newId(), nine, nine + DAY_MS)).status).toBe(404);
  });
});

describe('a hold', () => {
  it('keeps a slot for fifteen minutes', async () => {
    const answer = (await anna.hold(type, nine)).read(booking.hold);
    expect(answer.slot.start).toBe(nine);
    expect(answer.expiresAt - api.clock.now()).toBeGreaterThan(HOLD_MS - 10_000);
    const late = await ben.hold(type, nine);
    expect([late.status, late.error.code]).toEqual([409, 'slot_taken']);
    expect(late.error.params).toMatchObject({ heldUntil: answer.expiresAt });
    expect(offeredIn(late)).toEqual([1, 2, 3, 4, 5, 6].map((hour) => nine + hour * HOUR_MS));
    expect(offeredIn(late)).toHaveLength(NEXT_SLOTS);
    api.clock.advance(HOLD_MS + 1000);
    expect((await ben.hold(type, nine)).status).toBe(201);
  });

  it('is released, and replaced by another one immediately', async () => {
    const first = await held(anna);
    const second = (await anna.hold(type, nine + HOUR_MS, first)).read(booking.hold);
    expect(await startsOf(ben)).toEqual([0, 2, 3, 4, 5, 6, 7]);
    // A repeated request of the holder keeps the slot.
    const third = (await anna.hold(type, nine + HOUR_MS, second.token)).read(booking.hold);
    expect(await startsOf(ben)).toEqual([0, 2, 3, 4, 5, 6, 7]);
    // A refused slot keeps the current hold.
    expect((await anna.hold(type, nine + 30 * MINUTE_MS, third.token)).error.code).toBe('slot_taken');
    expect(await startsOf(ben)).toEqual([0, 2, 3, 4, 5, 6, 7]);
    expect((await anna.release(third.token)).status).toBe(200);
    expect((await anna.release(third.token)).status).toBe(200);
    expect(await startsOf(ben)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('released does not count towards the network’s limit', async () => {
    for (let time = 0; time < 160; time++) expect((await anna.release(newId(43))).status).toBe(200);
    expect((await anna.hold(type, nine)).status).toBe(201);
  });

  it('cannot be released by another studio', async () => {
    const token = await held(anna);
    const other = await makeStudio(api);
    expect((await visitor(api, other).release(token)).status).toBe(200);
    expect(await startsOf(ben)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is limited for each address', async () => {
    for (let hour = 0; hour < 6; hour++) await held(anna, nine + hour * HOUR_MS);
    const more = await anna.hold(type, nine + 6 * HOUR_MS);
    expect([more.status, more.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(more.headers.get('retry-after'))).toBeLessThanOrEqual(HOLD_MS / 1000);
    expect((await ben.hold(type, nine + 6 * HOUR_MS)).status).toBe(201);
    api.clock.advance(HOLD_MS + 1000);
    expect((await anna.hold(type, nine)).status).toBe(201);
  });

  it('is limited for each network, with room for several households', async () => {
    type = await offer(api, studio, {
      plan: { time_slots: [{ start: '09:00', end: '21:00' }], max_bookings_per_day: 50 },
    });
    const from = (address: number) => visitor(api, studio, 1, address);
    const starts = Array.from({ length: 21 }, (_, at) => nine + (at % 12) * HOUR_MS + (at > 11 ? DAY_MS : 0));
    for (const [at, start] of starts.slice(0, 20).entries()) {
      expect([at, (await from(at >> 2).hold(type, start)).status]).toEqual([at, 201]);
    }
    const more = await from(9).hold(type, starts[20]!);
    expect([more.status, more.error.code]).toEqual([429, 'rate_limited']);
    expect((await ben.hold(type, starts[20]!)).status).toBe(201);
    const { rows } = await api.db.pool.query('select holder from slot_holds');
    expect(JSON.stringify(rows)).not.toContain('10.0');
  });
});

describe('a studio with 200 holds', () => {
  it('still gives each network one', async () => {
    await api.db.pool.query(
      `insert into slot_holds (id, account_id, session_type_id, token_hash, starts_at, ends_at, expires_at, created_at, holder)
       select lpad(n::text, 20, '0'), $1, $2, lpad(n::text, 64, '0'), to_timestamp($3::float8 / 1000) + n * interval '1 day',
         to_timestamp($3::float8 / 1000) + n * interval '1 day 1 hour', to_timestamp($4::float8 / 1000),
         to_timestamp($4::float8 / 1000) - interval '1 hour', lpad(n::text, 44, '0')
       from generate_series(100, 299) n`,
      [studio.id, type, nine, api.clock.now() + 5 * MINUTE_MS],
    );
    expect((await anna.hold(type, nine)).status).toBe(201);
    const more = await anna.hold(type, nine + HOUR_MS);
    expect([more.status, more.error.code]).toEqual([429, 'rate_limited']);
    expect((await ben.hold(type, nine + HOUR_MS)).status).toBe(201);
  });
});

describe('a booking', () => {
  it('creates client, session, price and history, and notifies both sides', async () => {
    const token = await held(anna);
    const email = `${newId()}@example.org`;
    const answer = await anna.book(token, slot(), { email: email.toUpperCase() });
    expect(answer.read(booking.book)).toEqual({
      link: token,
      booking: {
        type: 'Portrait',
        start: nine,
        end: nine + HOUR_MS,
        place: '',
        mapAddress: '',
        status: 'scheduled',
        isByClient: true,
        clientName: 'Núria',
        price: 12_000,
        deposit: 3_000,
        isDepositDue: true,
        payments: [],
        plan: [],
        lines: [],
        byHand: null,
        paid: 0,
        cancellation: null,
        withdrawal: { state: 'open', until: expect.any(Number) },
        settlement: null,
        currency: 'EUR',
        sessionTypeId: type,
        changeUntil: nine - DAY_MS,
        canChange: true,
        documents: { contracts: [], questionnaires: [] },
      },
    });
    expect(await sessions()).toMatchObject([
      {
        source: 'client',
        client_message: 'Two children, one dog.',
        duration: 60,
        type: 'Portrait',
        status: 'scheduled',
      },
    ]);
    const { rows } = await api.db.pool.query(
      `select c.email, c.phone, c.language, b.payment_amount, b.deposit_amount, e.kind, e.actor_id, e.details
       from sessions s join customers c on c.id = s.customer_id join session_billing b on b.session_id = s.id
         join session_events e on e.session_id = s.id where s.account_id = $1`,
      [studio.id],
    );
    const price = { payment_amount: 12_000, deposit_amount: 3_000 };
    const event = { kind: 'booked', actor_id: null, details: {} };
    expect(rows).toEqual([{ email, phone: '600 000 000', language: 'ca', ...price, ...event }]);
    await runOutbox(api.jobs);
    expect(api.mails.filter(({ to }) => to === email)).toHaveLength(1);
    expect(api.mails.filter(({ to }) => to === studio.owner.email || to === 'owner@example.org')).not.toHaveLength(0);
    expect(await startsOf(ben)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const { rows: stored } = await api.db.pool.query(
      'select (select json_agg(l) from session_links l) l, (select json_agg(h) from slot_holds h) h',
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('becomes a request if the studio approves bookings', async () => {
    type = await offer(api, studio, {
      type: { requires_approval: true, photographer_id: studio.people.photographer.userId },
    });
    const { booking: own } = (await anna.book(await held(anna), slot())).read(booking.book);
    expect(own.status).toBe('inquiry');
    expect(await sessions()).toMatchObject([{ status: 'inquiry', photographer_id: studio.people.photographer.userId }]);
    const { rows } = await api.db.pool.query('select kind from messages where account_id = $1', [studio.id]);
    expect(rows).toEqual([{ kind: 'booking_received' }]);
  });

  it('answers the same for a repeated request', async () => {
    const token = await held(anna);
    const answers = await Promise.all([1, 2, 3].map(() => anna.book(token, slot())));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await sessions()).toHaveLength(1);
    expect((await anna.book(token, slot())).text).toBe(answers[0]!.text);
  });

  it('succeeds after an expired hold if the slot is free, and else returns the next slots', async () => {
    const [first, second] = [await held(anna), await held(anna, nine + HOUR_MS)];
    api.clock.advance(HOLD_MS + 1000);
    expect((await anna.book(first, slot())).status).toBe(201);
    expect((await ben.hold(type, nine + HOUR_MS)).status).toBe(201);
    const late = await anna.book(second, slot(nine + HOUR_MS));
    expect([late.status, late.error.code]).toEqual([410, 'hold_expired']);
    expect(offeredIn(late)[0]).toBe(nine + 2 * HOUR_MS);
  });

  it('refuses an unknown hold, another studio’s, and one for another slot', async () => {
    const token = await held(anna);
    const other = await makeStudio(api);
    await openBooking(api, other);
    for (const answer of [await anna.book('A'.repeat(43), slot()), await visitor(api, other).book(token, slot())]) {
      expect([answer.status, answer.error.code]).toEqual([410, 'hold_expired']);
    }
    expect((await anna.book(token, slot(nine + HOUR_MS))).error).toMatchObject({
      code: 'validation_failed',
      field: 'slot',
    });
    await anna.release(token);
    expect((await anna.book(token, slot())).error.code).toBe('hold_expired');
    expect(await sessions()).toEqual([]);
  });

  it('does not overlap a session added by the studio meanwhile', async () => {
    const token = await held(anna);
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const customer = await insertCustomer(api.db.pool, studio.id);
    await insertRow(api.db.pool, 'sessions', {
      id: newId(),
      ...author,
      customer_id: customer,
      date: new Date(nine + 30 * MINUTE_MS),
    });
    const answer = await anna.book(token, slot());
    expect([answer.status, answer.error.code]).toEqual([409, 'slot_taken']);
    expect(offeredIn(answer)[0]).toBe(nine + 2 * HOUR_MS);
  });

  it('checks the notice period at the time of the hold, so that a form may be filled in slowly', async () => {
    const soon = Math.ceil((api.clock.now() + DAY_MS) / DAY_MS) * DAY_MS;
    const at = instantAtMinute(new Date(soon).toISOString().slice(0, 10), 9 * 60, ZONE);
    await openBooking(api, studio, { minNoticeMinutes: Math.floor((at - api.clock.now()) / MINUTE_MS) - 5 });
    const token = await held(anna, at);
    api.clock.advance(10 * MINUTE_MS);
    expect((await ben.hold(type, at)).status).toBe(409);
    expect((await anna.book(token, slot(at))).status).toBe(201);
    expect((await ben.hold(type, at + 8 * HOUR_MS)).error.code).toBe('slot_taken');
  });

  it('names each invalid field', async () => {
    const token = await held(anna);
    for (const [values, field] of [
      [{ name: ' ' }, 'client.name'],
      [{ email: 'nobody' }, 'client.email'],
      [{ email: 'a@b.c\r\nBcc: d@e.f' }, 'client.email'],
      [{ phone: '1'.repeat(41) }, 'client.phone'],
      [{ message: 'x'.repeat(4001) }, 'client.message'],
      [{ language: 'xx' }, 'client.language'],
    ] as const) {
      const answer = await anna.book(token, slot(), values);
      expect([answer.status, answer.error.field]).toEqual([400, field]);
    }
    expect(await sessions()).toEqual([]);
  });
});
