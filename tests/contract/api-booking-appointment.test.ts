import { expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { testApi } from '../support/api.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { makeStudio } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum & Mar');
await openBooking(api, studio);
const sessionTypeId = await offer(api, studio, { plan: { location: 'Carrer de Mar 12, Cadaqués' } });
const start = instantAtMinute(
  new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10),
  9 * 60,
  'Europe/Madrid',
);
const link = await bookSlot(visitor(api, studio), { sessionTypeId, start });

const fetched = (token: string, slug = studio.slug) =>
  api.call('GET', `/api/p/${slug}/bookings/${token}/session.ics`, { channel: null });
const stored = async () =>
  (await api.db.pool.query('select id, date from sessions where account_id = $1', [studio.id])).rows[0];

it('returns a booking’s iCalendar file by its link, under the name in the mails', async () => {
  const answer = await fetched(link);
  const { id, date } = await stored();
  const utc = new Date(date).toISOString().slice(0, 19).replace(/[-:]/g, '');
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const lines = answer.text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.find((line) => line.startsWith('UID:'))).toMatch(new RegExp(`^UID:${id}@`));
  expect(lines).toContain(`DTSTART:${utc}Z`);
  expect(lines).toContain('STATUS:CONFIRMED');
  expect(lines).toContain('LOCATION:Carrer de Mar 12\\, Cadaqués');
  expect(lines).toContain('SUMMARY:Portrait · Llum & Mar');
  expect(lines.find((line) => line.startsWith('URL:'))).toMatch(new RegExp(`/p/${studio.slug}/booking/${link}$`));
});

it('reports a cancellation with the same UID', async () => {
  await visitor(api, studio).cancel(link);
  const { text } = await fetched(link);
  expect(text).toContain('STATUS:CANCELLED');
  expect(text).toContain(`UID:${(await stored()).id}@`);
});

it('answers 404 to anybody else', async () => {
  const other = await makeStudio(api);
  for (const answer of [await fetched('A'.repeat(43)), await fetched('x'), await fetched(link, other.slug)]) {
    expect([answer.status, answer.error.code]).toEqual([404, 'booking_link_invalid']);
  }
});
