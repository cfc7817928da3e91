import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { booking } from '#core/api/booking.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { createSessionLink } from '#functions/sessions/session-links.ts';
import { testApi } from '../support/api.ts';
import { bookSlot, offer, offeredIn, openBooking, type Visitor, visitor } from '../support/booking.ts';
import { insertCustomer, newId, type Row } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
let studio: Studio;
let type: string;
let anna: Visitor;
let link: string;
let email: string;
/** Nine o'clock a week from now, in the studio's zone; the time of the booking. */
let nine: number;
beforeEach(async () => {
  await api.db.pool.query('delete from rate_limits');
  studio = await makeStudio(api);
  await openBooking(api, studio);
  type = await offer(api, studio);
  anna = visitor(api, studio);
  nine = instantAtMinute(new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10), 9 * 60, 'Europe/Madrid');
  email = `${newId()}@example.org`;
  link = await bookSlot(anna, { sessionTypeId: type, start: nine }, { email });
});

const own = async (token = link) => (await anna.own(token)).read(booking.managed).booking;
const stored = async () =>
  (await api.db.pool.query('select * from sessions where account_id = $1', [studio.id])).rows[0];
const change = (values: Row) =>
  api.db.pool.query(
    `update sessions set ${Object.keys(values)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')} where account_id = $1`,
    [studio.id, ...Object.values(values)],
  );
const events = async () =>
  (
    await api.db.pool.query(
      "select kind, actor_id, details from session_events where account_id = $1 and kind <> 'booked' order by at",
      [studio.id],
    )
  ).rows;
const mailsToClient = async () => {
  await runOutbox(api.jobs);
  return api.mails.filter(({ to }) => to === email).length;
};

describe('a booking link', () => {
  it('shows the booking, uncached', async () => {
    const answer = await anna.own(link);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.read(booking.managed)).toMatchObject({
      studio: { slug: studio.slug },
      booking: { start: nine, status: 'scheduled', clientName: 'Núria', canChange: true, changeUntil: nine - DAY_MS },
    });
  });

  it('is invalid alike if unknown, foreign, expired, in the trash, or of an erased customer', async () => {
    const texts: [string, string][] = [];
    const asked = async (what: string, who: Visitor, token: string) => {
      for (const answer of [
        await who.own(token),
        await who.moves(token, nine, nine + DAY_MS),
        await who.reschedule(token, nine + HOUR_MS),
        await who.cancel(token),
      ]) {
        expect([what, answer.status, answer.error.code]).toEqual([what, 404, 'booking_link_invalid']);
        texts.push([what, answer.text]);
      }
    };
    const other = await makeStudio(api);
    await openBooking(api, other);
    await asked('unknown', anna, 'A'.repeat(43));
    await asked('malformed', anna, 'x');
    await asked('foreign', visitor(api, other), link);
    await asked('of no studio', visitor(api, { slug: 'nowhere' }), link);
    await change({ deleted_at: new Date() });
    await asked('in the trash', anna, link);
    await change({ deleted_at: null });
    await api.db.pool.query('update customers set erased_at = now() where account_id = $1', [studio.id]);
    await asked('erased', anna, link);
    await api.db.pool.query('update customers set erased_at = null where account_id = $1', [studio.id]);
    expect((await own()).start).toBe(nine);
    await api.db.pool.query('update session_links set expires_at = $2 where account_id = $1', [
      studio.id,
      new Date(api.clock.now() - 1),
    ]);
    await asked('ended', anna, link);
    expect(new Set(texts.map(([, text]) => text)).size).toBe(1);
    expect(await stored()).toMatchObject({ status: 'scheduled', date: new Date(nine) });
  });

  it('never reveals whether the studio knew an address: neither the response nor the link', async () => {
    const customer = await insertCustomer(api.db.pool, studio.id, {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: '911',
    });
    const answers: unknown[] = [];
    for (const [address, hour] of [
      ['Ada@Example.org', 1],
      [`${newId()}@example.org`, 2],
    ] as const) {
      const start = nine + hour * HOUR_MS;
      const { token } = (await anna.hold(type, start)).read(booking.hold);
      const answer = await anna.book(token, { sessionTypeId: type, start }, { email: address, name: 'Eve' });
      const { booking: made, link: own } = answer.read(booking.book);
      const shown = (await anna.own(own)).read(booking.managed).booking;
      expect(shown).toEqual(made);
      answers.push({ ...made, start: 0, end: 0, changeUntil: 0, status: [made.status, answer.status] });
    }
    expect(answers[0]).toEqual(answers[1]);
    // The client's name in the studio's records stays; the link from a mail reaches that client and shows the name.
    const { rows } = await api.db.pool.query('select id, name, phone from customers where lower(email) = $1', [
      'ada@example.org',
    ]);
    expect(rows).toEqual([{ id: customer, name: 'Ada Lovelace', phone: '911' }]);
    const found = await api.db.pool.query('select id from sessions where customer_id = $1', [customer]);
    const mailed = await createSessionLink(api.services.db, {
      accountId: studio.id,
      sessionId: found.rows[0].id as string,
      now: api.clock.now(),
    });
    expect((await own(mailed!)).clientName).toBe('Ada Lovelace');
  });

  it('fills in a missing phone and restores nobody from the trash', async () => {
    const [known, trashed] = [
      await insertCustomer(api.db.pool, studio.id, { email: 'pau@example.org' }),
      await insertCustomer(api.db.pool, studio.id, { email: 'rosa@example.org', deleted_at: new Date() }),
    ];
    for (const [hour, address] of ['pau@example.org', 'rosa@example.org'].entries()) {
      await bookSlot(anna, { sessionTypeId: type, start: nine + (hour + 1) * HOUR_MS }, { email: address });
    }
    const { rows } = await api.db.pool.query(
      'select s.customer_id, c.phone from sessions s join customers c on c.id = s.customer_id where s.account_id = $1 order by s.date',
      [studio.id],
    );
    expect(rows[1]).toEqual({ customer_id: known, phone: '600 000 000' });
    expect(rows[2].customer_id).not.toBe(trashed);
  });
});

describe('rescheduling a booking', () => {
  it('offers slots as if the booking were absent', async () => {
    await api.db.pool.query('update schedule_plans set max_bookings_per_day = 1 where account_id = $1', [studio.id]);
    expect((await anna.slots(type, nine, nine + 8 * HOUR_MS)).read(booking.slots).slots).toEqual([]);
    const { slots } = (await anna.moves(link, nine, nine + 8 * HOUR_MS)).read(booking.rescheduleSlots);
    expect(slots.map(({ start }) => (start - nine) / HOUR_MS)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await anna.reschedule(link, nine + HOUR_MS)).status).toBe(200);
  });

  it('keeps duration, photographer and link, and notifies both sides', async () => {
    const before = await mailsToClient();
    await change({ duration: 120, photographer_id: studio.people.photographer.userId });
    const later = nine + 30 * DAY_MS;
    const start = instantAtMinute(new Date(later).toISOString().slice(0, 10), 11 * 60, 'Europe/Madrid');
    const moved = (await anna.reschedule(link, start)).read(booking.reschedule).booking;
    expect(moved).toMatchObject({ start, end: start + 2 * HOUR_MS, status: 'scheduled' });
    expect(await stored()).toMatchObject({ duration: 120, photographer_id: studio.people.photographer.userId });
    expect(await events()).toEqual([
      { kind: 'rescheduled', actor_id: null, details: { from: nine, to: start, fromMinutes: 120, toMinutes: 120 } },
    ]);
    expect(await mailsToClient()).toBe(before + 1);
    // A repeated request keeps the new time.
    expect((await anna.reschedule(link, start)).read(booking.reschedule).booking).toEqual(moved);
    expect(await events()).toHaveLength(1);
    // The old expiry was a week after the previous time.
    api.clock.advance(20 * DAY_MS);
    expect((await own()).start).toBe(start);
    api.clock.advance(-20 * DAY_MS);
  });

  it('takes the location of the new slot, or keeps it if the plan has none', async () => {
    await change({ location: 'At home' });
    expect((await anna.reschedule(link, nine + HOUR_MS)).read(booking.reschedule).booking.place).toBe('At home');
    await api.db.pool.query("update schedule_plans set location = 'Studio' where account_id = $1", [studio.id]);
    expect((await anna.reschedule(link, nine + 2 * HOUR_MS)).read(booking.reschedule).booking.place).toBe('Studio');
  });

  it('is limited to six times a day, and by mailbox over many sessions', async () => {
    const before = await mailsToClient();
    const there = async (hour: number) => (await anna.reschedule(link, nine + hour * HOUR_MS)).status;
    for (let time = 0; time < 6; time++) expect(await there(1 + (time % 2))).toBe(200);
    const moved = await anna.reschedule(link, nine + HOUR_MS);
    expect([moved.status, moved.error.code]).toEqual([429, 'rate_limited']);
    // Moving to the same time sends no mail; cancelling is not limited.
    expect(await there(2)).toBe(200);
    expect((await own()).start).toBe(nine + 2 * HOUR_MS);
    expect(await events()).toHaveLength(6);
    expect(await mailsToClient()).toBe(before + 1);
    // The next day, until this address has had its twenty mails of an hour, including those of its bookings.
    api.clock.advance(DAY_MS);
    for (let session = 0; session < 5; session++) {
      const start = nine + (3 + (session % 4)) * HOUR_MS + DAY_MS * (1 + (session >> 2));
      link = await bookSlot(anna, { sessionTypeId: type, start }, { email });
      for (let time = 0; time < 3; time++) {
        const { status } = await anna.reschedule(link, start + (time % 2 ? 0 : 7 * DAY_MS));
        expect([session, time, status]).toEqual([session, time, 200]);
      }
    }
    // Above it the network has one more.
    expect((await anna.reschedule(link, nine + 3 * DAY_MS)).status).toBe(200);
    expect((await anna.reschedule(link, nine + 4 * DAY_MS)).error.code).toBe('rate_limited');
    expect((await anna.cancel(link)).status).toBe(200);
    api.clock.advance(-DAY_MS);
  });

  it('refuses a taken slot and returns the next ones; refuses types no longer bookable', async () => {
    await bookSlot(visitor(api, studio, 2), { sessionTypeId: type, start: nine + HOUR_MS });
    const taken = await anna.reschedule(link, nine + HOUR_MS);
    expect([taken.status, taken.error.code, offeredIn(taken)[0]]).toEqual([409, 'slot_taken', nine + 2 * HOUR_MS]);
    await openBooking(api, studio, { isOpen: false });
    expect(await own()).toMatchObject({ sessionTypeId: null, canChange: true });
    expect((await anna.reschedule(link, nine + 2 * HOUR_MS)).error.code).toBe('booking_closed');
    expect((await anna.moves(link, nine, nine + DAY_MS)).error.code).toBe('booking_closed');
    expect((await anna.cancel(link)).status).toBe(200);
  });

  it('applies the cut-off to the old time and the notice period to the new one', async () => {
    await openBooking(api, studio, { minNoticeMinutes: 8 * 24 * 60 });
    expect((await anna.reschedule(link, nine + HOUR_MS)).error.code).toBe('slot_taken');
    await openBooking(api, studio, { cutoffHours: 9 * 24 });
    expect(await own()).toMatchObject({ canChange: false, changeUntil: nine - 9 * DAY_MS });
    for (const answer of [await anna.reschedule(link, nine + HOUR_MS), await anna.cancel(link)]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'cutoff_passed']);
    }
  });
});

describe('a price with a deposit', () => {
  it('stays on the page and in the mail, and is due until it is paid or waived', async () => {
    type = await offer(api, studio, { price: { price: 18_000, deposit: 3_000 } });
    const priced = await bookSlot(anna, { sessionTypeId: type, start: nine + 3 * HOUR_MS }, { email });
    expect(await own(priced)).toMatchObject({ price: 18_000, deposit: 3_000, isDepositDue: true, currency: 'EUR' });
    await mailsToClient();
    const texts = api.mails.filter(({ to }) => to === email).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/^Preu: 180\s€\nPaga i senyal: 30\s€$/m));
    const bill = (changes: string) =>
      api.db.pool.query(`update session_billing set ${changes} where account_id = $1`, [studio.id]);
    await bill('paid_amount = 3000');
    expect(await own(priced)).toMatchObject({ isDepositDue: false });
    await bill('paid_amount = 0, waived = true');
    expect(await own(priced)).toMatchObject({ isDepositDue: false });
    expect(await own()).toMatchObject({ price: null, deposit: null, isDepositDue: false });
  });
});

describe('cancelling a booking', () => {
  it('frees its slot, records the reason and notifies both sides', async () => {
    const before = await mailsToClient();
    const { booking: cancelled } = (await anna.cancel(link, { reason: 'The dog is ill.' })).read(booking.cancel);
    expect(cancelled).toMatchObject({ status: 'cancelled', isByClient: true, canChange: false });
    expect(await events()).toEqual([
      { kind: 'status', actor_id: null, details: { from: 'scheduled', to: 'cancelled', reason: 'The dog is ill.' } },
    ]);
    expect(await stored()).toMatchObject({ status: 'cancelled', status_changed_by: null });
    expect(await mailsToClient()).toBe(before + 1);
    // The client's own cancellation is confirmed, not announced.
    expect(api.mails.findLast(({ to }) => to === email)!.subject).toMatch(/^Has cancel·lat la teva sessió: /);
    expect((await anna.cancel(link)).read(booking.cancel).booking).toEqual(cancelled);
    expect(await events()).toHaveLength(1);
    const { slots } = (await anna.slots(type, nine, nine + 1)).read(booking.slots);
    expect(slots).toHaveLength(1);
    expect((await anna.reschedule(link, nine + HOUR_MS)).error.code).toBe('transition_refused');
  });

  it('withdraws the mails of a request that were not sent yet', async () => {
    type = await offer(api, studio, { type: { requires_approval: true } });
    email = `${newId()}@example.org`;
    const asked = await bookSlot(anna, { sessionTypeId: type, start: nine + 2 * HOUR_MS }, { email });
    expect((await anna.cancel(asked)).read(booking.cancel).booking).toMatchObject({
      status: 'declined',
      isByClient: true,
    });
    const messages = async () => {
      const { rows } = await api.db.pool.query(
        `select m.kind, m.status from messages m join sessions s on s.id = m.session_id
         where s.session_type_id = $1 order by m.created_at, m.kind`,
        [type],
      );
      return rows;
    };
    const received = { kind: 'booking_received', status: 'cancelled' };
    // Immediately, not only when the job would send it.
    expect(await messages()).toEqual([received, { kind: 'session_cancelled', status: 'pending' }]);
    expect(await mailsToClient()).toBe(1);
    expect(await messages()).toEqual([received, { kind: 'session_cancelled', status: 'sent' }]);
    const toStudio = api.mails.filter(({ fromName, subject }) => fromName && subject.startsWith('Núria '));
    // Two separate effects; both are due immediately here.
    expect(toStudio.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Núria cancelled a session: /),
    );
  });

  it.each(['completed', 'no_show'])('is refused once it is %s', async (status) => {
    await change({ status });
    const answer = await anna.cancel(link);
    expect([answer.status, answer.error.code]).toEqual([409, 'transition_refused']);
  });
});

describe('expired rows', () => {
  it('are swept: links when they expire, holds a day later', async () => {
    const { token } = (await anna.hold(type, nine + HOUR_MS)).read(booking.hold);
    const count = async () => {
      const { rows } = await api.db.pool.query(
        `select (select count(*)::int from slot_holds where account_id = $1) as holds,
           (select count(*)::int from session_links where account_id = $1) as links`,
        [studio.id],
      );
      return rows[0];
    };
    api.clock.advance(20 * HOUR_MS);
    await emptyTrash(api.jobs);
    expect(await count()).toEqual({ holds: 1, links: 1 });
    // A form submitted in time still books a free slot.
    const slot = { sessionTypeId: type, start: nine + HOUR_MS };
    expect((await anna.book(token, slot)).status).toBe(201);
    await anna.hold(type, nine + 2 * HOUR_MS);
    api.clock.advance(2 * DAY_MS);
    await emptyTrash(api.jobs);
    expect(await count()).toEqual({ holds: 0, links: 2 });
    api.clock.advance(30 * DAY_MS);
    await emptyTrash(api.jobs);
    expect(await count()).toEqual({ holds: 0, links: 0 });
  });

  it('refuses more bookings for one address than its hourly mail limit and one of its network', async () => {
    for (let hour = 1; hour <= 6; hour++) {
      await bookSlot(anna, { sessionTypeId: type, start: nine + hour * HOUR_MS }, { email });
    }
    const { token } = (await anna.hold(type, nine + 7 * HOUR_MS)).read(booking.hold);
    const more = await anna.book(token, { sessionTypeId: type, start: nine + 7 * HOUR_MS }, { email });
    expect([more.status, more.error.code]).toEqual([429, 'rate_limited']);
    const { rows } = await api.db.pool.query('select bucket from rate_limits');
    expect(JSON.stringify(rows)).not.toContain(email);
    // Nothing was saved, and another address can book.
    expect((await anna.book(token, { sessionTypeId: type, start: nine + 7 * HOUR_MS })).status).toBe(201);
  });
});
