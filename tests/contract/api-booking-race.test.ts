import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { booking } from '#core/api/booking.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import type { Answer } from '../support/api.ts';
import { testApi } from '../support/api.ts';
import { bookSlot, offer, offeredIn, openBooking, visitor } from '../support/booking.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

const api = await testApi();
const day = new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10);
const nine = instantAtMinute(day, 9 * 60, 'Europe/Madrid');

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

async function open(offered: Parameters<typeof offer>[2] = {}): Promise<[Studio, string]> {
  const studio = await makeStudio(api);
  await openBooking(api, studio);
  return [studio, await offer(api, studio, offered)];
}

/** Number of responses of each kind. */
const counted = (answers: readonly Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length]));

const countSessions = async (studio: Studio) =>
  (await api.db.pool.query('select from sessions where account_id = $1', [studio.id])).rowCount;

describe('a hundred concurrent visitors', () => {
  it('one slot: one hold is granted, 99 get the next slots', async () => {
    const [studio, type] = await open();
    const answers = await Promise.all(hundred.map((number) => visitor(api, studio, number).hold(type, nine)));
    expect(counted(answers)).toEqual({ 201: 1, 409: 99 });
    const next = [1, 2, 3, 4, 5, 6].map((hour) => nine + hour * HOUR_MS);
    for (const late of answers.filter(({ status }) => status === 409)) {
      expect(late.error.code).toBe('slot_taken');
      expect(offeredIn(late)).toEqual(next);
    }
  });

  it('expired holds: one books, and 99 are refused', async () => {
    const [studio, type] = await open();
    const tokens: string[] = [];
    for (const number of hundred) {
      const { token } = (await visitor(api, studio, number).hold(type, nine)).read(booking.hold);
      tokens.push(token);
      await api.db.pool.query('update slot_holds set expires_at = created_at where account_id = $1', [studio.id]);
    }
    const slot = { sessionTypeId: type, start: nine };
    const answers = await Promise.all(tokens.map((token, index) => visitor(api, studio, index + 1).book(token, slot)));
    expect(counted(answers)).toEqual({ 201: 1, 410: 99 });
    expect(await countSessions(studio)).toBe(1);
  });

  it('a slot of thirty seats is held by thirty', async () => {
    const [studio, type] = await open({ type: { max_clients: 30 }, plan: { max_bookings_per_day: 1000 } });
    const answers = await Promise.all(hundred.map((number) => visitor(api, studio, number).hold(type, nine)));
    expect(counted(answers)).toEqual({ 201: 30, 409: 70 });
    const seats = answers
      .filter(({ status }) => status === 201)
      .map((answer) => answer.read(booking.hold).slot.seatsLeft);
    expect(seats.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  it('a day with three bookings: three of its slots are held', async () => {
    const [studio, type] = await open({ plan: { max_bookings_per_day: 3 } });
    const answers = await Promise.all(
      hundred.map((number) => visitor(api, studio, number).hold(type, nine + (number % 8) * HOUR_MS)),
    );
    expect(counted(answers)).toEqual({ 201: 3, 409: 97 });
    // The next free slots are on neighbouring days.
    const late = answers.find(({ status }) => status === 409)!;
    expect(offeredIn(late).every((start) => start >= nine + DAY_MS)).toBe(true);
  });

  it('moving to one slot: one succeeds, and 99 keep their time', async () => {
    const [studio, type] = await open({ type: { max_clients: 100 }, plan: { max_bookings_per_day: 1000 } });
    const single = nine + 2 * HOUR_MS;
    const links: string[] = [];
    for (const number of hundred) {
      links.push(await bookSlot(visitor(api, studio, number), { sessionTypeId: type, start: nine }));
    }
    await api.db.pool.query('update session_types set max_clients = 1 where id = $1', [type]);
    const answers = await Promise.all(links.map((link, at) => visitor(api, studio, at + 1).reschedule(link, single)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    const { rows } = await api.db.pool.query('select count(*)::int as count from sessions where date = $1', [
      new Date(single),
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});
