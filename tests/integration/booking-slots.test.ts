import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOLD_MS } from '#core/domain/sessions/booking.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { findBookable, readBookingStudio } from '#functions/booking/rules.ts';
import { findSlotAt, findSlots } from '#functions/booking/slots.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertAccount, insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

const ZONE = 'Europe/Madrid';
/** Days of the clock changes: from two to three in spring, from three to two in autumn. */
const [SPRING, AUTUMN] = ['2027-03-28', '2027-10-31'];
const NOW = Date.UTC(2027, 0, 1);

let test: TestDatabase;
let db: Database;
let accountId: string;
let author: Row;
let type: string;
beforeAll(async () => {
  test = await createDatabase();
  db = connectDatabase(test.apiUrl);
  return async () => {
    await db.close();
    await test.drop();
  };
});
beforeEach(async () => {
  const { id, ownerId } = await insertAccount(test.pool, { time_zone: ZONE });
  accountId = id;
  author = { account_id: id, author_id: ownerId };
  const rules = { isOpen: true, minNoticeMinutes: 0, horizonDays: 730 };
  await insertRow(test.pool, 'settings', { ...author, key: 'booking', value: rules });
  type = newId();
  await insertRow(test.pool, 'session_types', { id: type, ...author, name: 'Night', is_bookable: true });
});

const plan = (values: Row) =>
  insertRow(test.pool, 'schedule_plans', {
    id: newId(),
    ...author,
    session_type_id: type,
    name: 'Nights',
    start_date: new Date(NOW),
    days_of_week: [7],
    time_slots: [{ start: '00:00', end: '06:00' }],
    max_bookings_per_day: 20,
    ...values,
  });

async function session(values: Row): Promise<string> {
  const id = newId();
  const customer_id = await insertCustomer(test.pool, accountId);
  await insertRow(test.pool, 'sessions', { id, ...author, customer_id, duration: 60, ...values });
  return id;
}

const at = (day: string, minutes: number) => new Date(instantAtMinute(day, minutes, ZONE));
const ask = async (more: object = {}) => {
  const [studio, found] = [await readBookingStudio(db, accountId), await findBookable(db, accountId, type)];
  return { studio, type: found!, now: NOW, ...more };
};
/** Local times of the free slots of a day. */
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
const freeOn = async (day: string) => {
  const [from, to] = [instantAtMinute(day, 0, ZONE), instantAtMinute(day, 24 * 60, ZONE)];
  return (await findSlots(db, await ask(), from, to)).slots.map(({ start }) => clock.format(start));
};

describe('sessions on a day with a clock change', () => {
  it('occupy elapsed time, not clock time', async () => {
    await plan({});
    expect(await freeOn(SPRING)).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00']);
    // Two hours from one o'clock: until four, since the hour from two to three does not exist.
    await session({ date: at(SPRING, 60), duration: 120 });
    expect(await freeOn(SPRING)).toEqual(['00:00', '04:00', '05:00']);
    expect(await freeOn(AUTUMN)).toHaveLength(6);
    await session({ date: at(AUTUMN, 120), duration: 60 });
    const free = await freeOn(AUTUMN);
    expect(free).toContain('01:00');
    expect(free).not.toContain('02:00');
    expect(free).toContain('03:00');
  });

  it('count for all 25 hours of the day, for any requested slot', async () => {
    await plan({ time_slots: [{ start: '00:00', end: '24:00' }], max_bookings_per_day: 1 });
    await test.pool.query('update session_types set duration = 30 where id = $1', [type]);
    // Half an hour before the day's end, 24.5 hours after its start.
    const late = instantAtMinute(AUTUMN, 23 * 60 + 30, ZONE);
    expect(await findSlotAt(db, await ask(), late)).not.toBeNull();
    await session({ date: at(AUTUMN, 0), duration: 15, session_type_id: type });
    expect(await findSlotAt(db, await ask(), late)).toBeNull();
  });

  it('count for the whole night of a clock change, for any requested slot', async () => {
    // Saturday night's plan; the night lasts seven hours.
    const eve = '2027-10-30';
    await plan({ time_slots: [{ start: '22:00', end: '04:00' }], days_of_week: [6], max_bookings_per_day: 2 });
    expect(await freeOn(AUTUMN)).toEqual(['00:00', '01:00', '02:00', '03:00']);
    await session({ date: at(eve, 22 * 60), session_type_id: type });
    expect(await freeOn(AUTUMN)).toEqual(['00:00', '01:00', '02:00', '03:00']);
    await session({ date: at(AUTUMN, 3 * 60), session_type_id: type });
    expect(await freeOn(AUTUMN)).toEqual([]);
    expect(await findSlotAt(db, await ask(), instantAtMinute(eve, 23 * 60, ZONE))).toBeNull();
    // The next Saturday night counts separately.
    expect(await findSlotAt(db, await ask(), instantAtMinute('2027-11-06', 22 * 60, ZONE))).not.toBeNull();
  });

  it('and unexpired holds occupy slots, except for the holder', async () => {
    await plan({});
    const slot = { starts_at: at(SPRING, 60), ends_at: at(SPRING, 180), expires_at: new Date(NOW + HOLD_MS) };
    const of = { account_id: accountId, session_type_id: type };
    await insertRow(test.pool, 'slot_holds', { id: newId(), ...of, token_hash: 'h'.repeat(43), ...slot });
    const one = slot.starts_at.getTime();
    expect(await findSlotAt(db, await ask(), one)).toBeNull();
    expect(await findSlotAt(db, await ask({ except: { holdHash: 'h'.repeat(43) } }), one)).not.toBeNull();
    const later = await ask({ now: NOW + HOLD_MS });
    expect(await findSlotAt(db, later, one)).not.toBeNull();
  });

  it('of other studios, other photographers or the moved session itself do not count', async () => {
    await plan({ buffer_time: 30 });
    const start = at(SPRING, 0);
    const own = await session({ date: new Date(start.getTime() - 20 * MINUTE_MS), duration: 10 });
    expect(await findSlotAt(db, await ask(), start.getTime())).toBeNull();
    expect(await findSlotAt(db, await ask({ except: { sessionId: own } }), start.getTime())).not.toBeNull();
    const other = await insertAccount(test.pool, { time_zone: ZONE });
    const customer = await insertCustomer(test.pool, other.id);
    const theirs = { account_id: other.id, author_id: other.ownerId, customer_id: customer };
    await insertRow(test.pool, 'sessions', { id: newId(), ...theirs, date: at(SPRING, 60) });
    expect(await findSlotAt(db, await ask({ except: { sessionId: own } }), start.getTime())).not.toBeNull();
  });
});

/** A Thursday without a clock change. */
const DAY = '2027-03-04';

describe('an occupied slot', () => {
  const days = { days_of_week: [4], time_slots: [{ start: '09:00', end: '12:00' }] };
  const another = async (buffer_time: number) => {
    const id = newId();
    await insertRow(test.pool, 'session_types', { id, ...author, name: 'Family', is_bookable: true });
    await plan({ ...days, session_type_id: id, buffer_time });
    return id;
  };

  it('keeps the buffer of its own session type, whichever type is requested', async () => {
    await plan(days);
    const family = await another(30);
    await session({ date: at(DAY, 10 * 60), session_type_id: family });
    expect(await freeOn(DAY)).toEqual([]);
    await test.pool.query('update schedule_plans set is_active = false where session_type_id = $1', [family]);
    expect(await freeOn(DAY)).toEqual(['09:00', '11:00']);
  });

  it('keeps the buffer while it is only on hold', async () => {
    await plan(days);
    const of = { account_id: accountId, session_type_id: await another(30), token_hash: 'b'.repeat(43) };
    const slot = { starts_at: at(DAY, 9 * 60), ends_at: at(DAY, 10 * 60), expires_at: new Date(NOW + HOLD_MS) };
    await insertRow(test.pool, 'slot_holds', { id: newId(), ...of, ...slot });
    expect(await freeOn(DAY)).toEqual(['11:00']);
  });

  it.each([
    ['completed', []],
    ['no_show', []],
    ['cancelled', ['09:00', '10:00', '11:00']],
    ['declined', ['09:00', '10:00', '11:00']],
  ])('counts as a booking of its day when %s: %j remain free', async (status, free) => {
    await plan({ ...days, max_bookings_per_day: 1 });
    await session({ date: at(DAY, 9 * 60), session_type_id: type, status });
    expect(await freeOn(DAY)).toEqual(free);
  });

  it('lasts as long as planned after the session was completed early', async () => {
    await plan(days);
    await session({ date: at(DAY, 10 * 60), session_type_id: type, status: 'completed' });
    expect(await freeOn(DAY)).toEqual(['09:00', '11:00']);
  });
});

it('lists a month of short sessions to its last day, page by page', async () => {
  await plan({ days_of_week: [1, 2, 3, 4, 5, 6, 7], time_slots: [{ start: '09:00', end: '17:00' }] });
  await test.pool.query('update session_types set duration = 5 where id = $1', [type]);
  const [from, to] = [instantAtMinute('2027-03-01', 0, ZONE), instantAtMinute('2027-04-01', 0, ZONE)];
  const first = await findSlots(db, await ask(), from, to);
  expect(first.slots).toHaveLength(20 * 96);
  expect(first.until).toBe(instantAtMinute('2027-03-21', 0, ZONE));
  const rest = await findSlots(db, await ask(), first.until, to);
  expect(rest.slots).toHaveLength(11 * 96);
  expect(rest.until).toBe(to);
});
