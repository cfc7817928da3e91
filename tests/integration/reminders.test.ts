import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { sendReminders } from '#functions/jobs/reminders.ts';
import { testApi } from '../support/api.ts';
import { type BookedSession, insertBookedSession } from '../support/booked-session.ts';
import { insertGallery, insertRow, newId, type Row } from '../support/rows.ts';

const api = await testApi();
let booked: BookedSession;
beforeEach(async () => {
  await api.db.pool.query('delete from accounts');
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;
const jobsAt = (at: number) => ({ ...api.jobs, clock: () => at });
const setting = (key: string, value: Row) =>
  query(
    `insert into settings (account_id, key, author_id, value) values ($1, $2, $3, $4)
     on conflict (account_id, key) do update set value = excluded.value`,
    [booked.accountId, key, booked.ownerId, value],
  );

/** Hours before a session: every one about the settings of these tests, and a few between. */
const RUNS = [50, 49, 48, 47, 36, 26, 25, 24, 23, 22, 12, 3, 2, 1, 0, -1];

/** Those of `RUNS` that remind the client; earlier ones than `hours` are left out. */
async function remindedAt(start: number, hours = 26): Promise<number[]> {
  const found: number[] = [];
  for (const before of RUNS.filter((each) => each <= hours)) {
    if ((await sendReminders(jobsAt(start - before * HOUR_MS))).reminders > 0) found.push(before);
  }
  return found;
}

describe('a session’s client', () => {
  // The clock changes in the night before; the day has 25 hours, or 23.
  it.each([
    ['2026-11-22T09:00:00Z', '10:00'],
    ['2026-10-25T09:00:00Z', '10:00'],
    ['2026-03-29T08:00:00Z', '10:00'],
  ])('is reminded once, a day before %s, with the local time', async (date, clock) => {
    const start = Date.parse(date);
    booked = await insertBookedSession(api.db.pool, new Date(start));
    expect(await remindedAt(start)).toEqual([24]);
    await runOutbox(jobsAt(start - DAY_MS));
    expect(api.mails).toHaveLength(1);
    expect(api.mails[0]!.text).toContain(`${clock}–`);
  });

  it('is reminded at the studio’s setting, or never', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    for (const [reminderHours, at] of [
      [48, [48]],
      [1, [1]],
      [0, []],
    ] as const) {
      booked = await insertBookedSession(api.db.pool, new Date(start));
      await setting('booking', { reminderHours });
      expect(await remindedAt(start, 50)).toEqual(at);
    }
  });

  it.each(['48', 12.5, 169, 1000, -1, null, [48], true])(
    'is reminded a day before for a setting of %j',
    async (reminderHours) => {
      const start = Date.UTC(2026, 10, 22, 9);
      booked = await insertBookedSession(api.db.pool, new Date(start));
      await setting('booking', { reminderHours });
      expect(readBookingRules({ reminderHours }).reminderHours).toBe(24);
      const reminders = async (at: number) => (await sendReminders(jobsAt(at))).reminders;
      expect(await reminders(start - DAY_MS - 1)).toBe(0);
      expect(await reminders(start - DAY_MS)).toBe(1);
    },
  );

  it('is reminded in time, however many earlier sessions are not due', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    const busy = await insertBookedSession(api.db.pool, new Date(start));
    booked = busy;
    await setting('booking', { reminderHours: 1 });
    // Inserted without triggers: a thousand rows are many.
    await query(
      `begin; set local session_replication_role = replica;
       insert into sessions (id, account_id, author_id, customer_id, date, duration, status, created_at)
         select lpad(n::text, 20, '0'), account_id, author_id, customer_id, date, 60, 'confirmed', created_at
         from sessions, generate_series(1, 1000) n where id = '${busy.sessionId}';
       commit`,
    );
    const soon = await insertBookedSession(api.db.pool, new Date(start + HOUR_MS));
    expect((await sendReminders(jobsAt(start - 20 * HOUR_MS))).reminders).toBe(1);
    expect(await query('select session_id from messages')).toEqual([{ session_id: soon.sessionId }]);
  });

  it('is not reminded of a session booked or moved within that time, having just been notified', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    const created_at = new Date(start - 23 * HOUR_MS);
    booked = await insertBookedSession(api.db.pool, new Date(start), { session: { created_at } });
    expect(await remindedAt(start)).toEqual([]);
    booked = await insertBookedSession(api.db.pool, new Date(start));
    const about = { account_id: booked.accountId, session_id: booked.sessionId };
    const event = { kind: 'rescheduled', at: new Date(start - 3 * HOUR_MS) };
    await insertRow(api.db.pool, 'session_events', { id: newId(), ...about, ...event });
    expect(await remindedAt(start, 2)).toEqual([]);
  });

  it('is not reminded of an approval within that time, which is mailed after the undo window', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    const minute = HOUR_MS / 60;
    for (const [approved, reminded] of [
      [start - 20 * HOUR_MS, []],
      // An undo window that ends after the reminder's time counts, too.
      [start - DAY_MS - 9 * minute, []],
      [start - DAY_MS - 10 * minute, [24]],
    ] as const) {
      const created_at = new Date(start - 72 * HOUR_MS);
      booked = await insertBookedSession(api.db.pool, new Date(start), {
        session: { created_at, status: 'scheduled' },
      });
      const about = { account_id: booked.accountId, session_id: booked.sessionId };
      const event = { kind: 'status', details: { from: 'inquiry', to: 'scheduled' }, at: new Date(approved) };
      await insertRow(api.db.pool, 'session_events', { id: newId(), ...about, ...event });
      // Confirming an approved session is internal to the studio.
      const noted = {
        kind: 'status',
        details: { from: 'scheduled', to: 'confirmed' },
        at: new Date(approved + minute),
      };
      await insertRow(api.db.pool, 'session_events', { id: newId(), ...about, ...noted });
      expect(await remindedAt(start)).toEqual(reminded);
    }
  });

  it('is reminded again of a new time, and only of active sessions', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    booked = await insertBookedSession(api.db.pool, new Date(start));
    expect(await remindedAt(start, 24)).toEqual([24]);
    const later = start + 72 * HOUR_MS;
    await query('update sessions set date = $2 where id = $1', [booked.sessionId, new Date(later)]);
    expect(await remindedAt(later)).toEqual([24]);
    for (const change of [`status = 'inquiry'`, `status = 'cancelled'`, `status = 'confirmed', deleted_at = now()`]) {
      await query(`update sessions set date = date + interval '10 days', ${change} where id = $1`, [booked.sessionId]);
      const [{ date }] = await query('select date from sessions where id = $1', [booked.sessionId]);
      expect(await remindedAt(date.getTime(), 25)).toEqual([]);
    }
  });

  it('is not reminded while in the trash, but after a restore', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    booked = await insertBookedSession(api.db.pool, new Date(start), { client: { deleted_at: new Date(start) } });
    const reminders = async (hours: number) => (await sendReminders(jobsAt(start - hours * HOUR_MS))).reminders;
    expect(await reminders(24)).toBe(0);
    await query('update customers set deleted_at = null where id = $1', [booked.customerId]);
    expect(await reminders(23)).toBe(1);
    expect(await query('select status from messages')).toEqual([{ status: 'pending' }]);
  });

  it('is reminded once by any number of concurrent jobs', async () => {
    const start = Date.UTC(2026, 10, 22, 9);
    booked = await insertBookedSession(api.db.pool, new Date(start));
    const runs = await Promise.all(Array.from({ length: 5 }, () => sendReminders(jobsAt(start - 20 * HOUR_MS))));
    expect(runs.reduce((sum, { reminders }) => sum + reminders, 0)).toBe(1);
    expect(await query('select from messages')).toHaveLength(1);
  });
});

describe('a studio’s morning mail', () => {
  /** 07:00 in Madrid in winter. */
  const SEVEN = Date.UTC(2026, 10, 22, 6);
  const morning = async (at: number) => {
    const { days } = await sendReminders(jobsAt(at));
    await runOutbox(jobsAt(at));
    return days;
  };

  it('lists its sessions once, if enabled', async () => {
    booked = await insertBookedSession(api.db.pool, new Date(SEVEN + 3 * HOUR_MS), {
      session: { created_at: new Date(SEVEN) },
    });
    expect(await morning(SEVEN)).toBe(0);
    await setting('notifications', { day: true });
    expect(await morning(SEVEN - 1)).toBe(0);
    expect(await morning(SEVEN)).toBe(1);
    expect(await morning(SEVEN + HOUR_MS)).toBe(0);
    expect(api.mails.map(({ to, subject }) => [to, subject])).toEqual([['owner@example.org', 'Today: 1 session']]);
    expect(api.mails[0]!.text).toContain('10:00–11:30 (Madrid)\nNúria\nRetrat');
  });

  it('is sent at seven local time also after a clock change, and not in the afternoon', async () => {
    const date = new Date(Date.UTC(2026, 2, 29, 14));
    booked = await insertBookedSession(api.db.pool, date, { session: { created_at: date } });
    await setting('notifications', { day: true });
    expect(await morning(Date.UTC(2026, 2, 29, 4, 59))).toBe(0);
    expect(await morning(Date.UTC(2026, 2, 29, 10))).toBe(0);
    expect(await morning(Date.UTC(2026, 2, 29, 5))).toBe(1);
  });

  it('is not sent for a day without sessions; the studio’s own address precedes its owners’', async () => {
    booked = await insertBookedSession(api.db.pool, new Date(SEVEN + 30 * HOUR_MS), {
      session: { created_at: new Date(SEVEN) },
    });
    await setting('notifications', { day: true });
    await setting('booking', { reminderHours: 0 });
    await setting('photographer', { email: 'hola@llum.example' });
    await api.db.pool.query("update accounts set name = 'Llum' where id = $1", [booked.accountId]);
    await morning(SEVEN);
    expect(api.mails).toEqual([]);
    await morning(SEVEN + DAY_MS);
    expect(api.mails.map(({ to, fromName }) => [to, fromName])).toEqual([['hola@llum.example', 'Llum']]);
  });
});

it('a mail whose last attempt died with its job is shown as failed', async () => {
  booked = await insertBookedSession(api.db.pool, new Date(api.clock.now() + 300 * HOUR_MS));
  const row = { id: newId(), account_id: booked.accountId, session_id: booked.sessionId, kind: 'booking_confirmed' };
  const to = { customer_id: booked.customerId, recipient: 'nuria@example.org', language: 'ca' };
  await insertRow(api.db.pool, 'messages', { ...row, ...to });
  const effect = { id: newId(), account_id: booked.accountId, kind: 'message.send', dedupe_key: `message:${row.id}` };
  await insertRow(api.db.pool, 'outbox', {
    ...effect,
    attempts: 12,
    locked_until: new Date(api.clock.now() + MINUTE_MS),
  });
  expect((await sendReminders(api.jobs)).lost).toBe(0);
  expect((await sendReminders(jobsAt(api.clock.now() + 61_000))).lost).toBe(1);
  expect(await query('select status, error from messages')).toEqual([{ status: 'failed', error: 'mail_failed' }]);
});

describe('an invited person of a gallery that closes', () => {
  const closes = Date.UTC(2026, 11, 20, 22, 59, 59);
  const WEEK = 7 * DAY_MS;
  const published = { status: 'published', published_at: new Date(0), expires_at: new Date(closes) };

  async function inviteTo(gallery: Row = {}, grant: Row = {}): Promise<string> {
    booked = await insertBookedSession(api.db.pool, new Date(closes + 90 * DAY_MS));
    const { accountId: account_id, ownerId: author_id } = booked;
    const galleryId = await insertGallery(api.db.pool, account_id, { ...published, name: 'Boda', ...gallery });
    await insertRow(api.db.pool, 'grants', {
      id: newId(),
      account_id,
      author_id,
      gallery_id: galleryId,
      email: 'nuria@example.org',
      label: 'Núria',
      status: 'sent',
      created_at: new Date(0),
      ...grant,
    });
    return galleryId;
  }
  const closings = async (at: number) => (await sendReminders(jobsAt(at))).closings;

  it('is reminded once, a week before, with the closing date and a link', async () => {
    const galleryId = await inviteTo();
    expect(await closings(closes - WEEK - 1)).toBe(0);
    expect(await closings(closes - WEEK)).toBe(1);
    expect(await closings(closes - DAY_MS)).toBe(0);
    await runOutbox(jobsAt(closes - WEEK));
    expect(api.mails).toMatchObject([{ to: 'nuria@example.org', subject: 'Boda es tanca el 20 de desembre del 2026' }]);
    expect(api.mails[0]!.text).toContain(`/invite/${galleryId}?token=`);
  });

  it('is reminded at the studio’s setting, or never', async () => {
    for (const [closingReminderDays, at] of [
      [1, DAY_MS],
      [30, 30 * DAY_MS],
      [0, null],
      ['3', WEEK],
    ] as const) {
      await inviteTo();
      await setting('delivery', { closingReminderDays });
      expect(await closings(closes - (at ?? 0) - 1)).toBe(0);
      expect(await closings(closes - (at ?? 1))).toBe(at === null ? 0 : 1);
    }
  });

  it.each([
    ['a hidden gallery', { status: 'hidden' }, {}],
    ['a gallery in the trash', { deleted_at: new Date() }, {}],
    ['a gallery that has closed', { expires_at: new Date(closes - WEEK) }, {}],
    ['a gallery without a closing date', { expires_at: null }, {}],
    ['a revoked invitation', {}, { status: 'revoked', revoked_at: new Date() }],
    ['an expired invitation', {}, { expires_at: new Date(0) }],
    ['an invitation of the last days', {}, { sent_at: new Date(closes - WEEK + 1) }],
  ])('is not reminded of %s', async (_what, gallery, grant) => {
    await inviteTo(gallery, grant);
    expect(await closings(closes - WEEK)).toBe(0);
  });

  it('gets no mail if the gallery was hidden or extended meanwhile, and one for its new date', async () => {
    for (const change of ["status = 'hidden'", "expires_at = expires_at + interval '30 days'"]) {
      const id = await inviteTo();
      expect(await closings(closes - WEEK)).toBe(1);
      await query(`update galleries set ${change} where id = $1`, [id]);
      await runOutbox(jobsAt(closes - WEEK));
      expect(api.mails).toEqual([]);
    }
    expect(await closings(closes + 30 * DAY_MS - WEEK)).toBe(1);
  });
});
