import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import { booking } from '#core/api/booking.ts';
import { instantAtMinute } from '#core/domain/values/time.ts';
import { testApi } from '../support/api.ts';
import { bookSlot, offer, openBooking, visitor } from '../support/booking.ts';
import { seededRandom } from '../support/fuzz.ts';
import { rounds } from '../support/long.ts';
import { newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

const api = await testApi();
const studio = await makeStudio(api);
await openBooking(api, studio);
const type = await offer(api, studio);
const nine = instantAtMinute(
  new Date(api.clock.now() + 7 * DAY_MS).toISOString().slice(0, 10),
  9 * 60,
  'Europe/Madrid',
);

const FIELDS = ['sessionTypeId', 'start', 'instead', 'token', 'hold', 'slot', 'client', 'name', 'email', 'phone'];
const MORE = ['message', 'language', 'reason', 'from', 'to', 'type', 'constructor', '__proto__'];

describe('random input for an open studio', () => {
  it('never causes a 5xx', async () => {
    const random = seededRandom(20_261_122);
    const who = visitor(api, studio);
    const link = await bookSlot(who, { sessionTypeId: type, start: nine });
    const { token } = (await who.hold(type, nine + HOUR_MS)).read(booking.hold);
    const values = [type, link, token, studio.slug, newId(), newId(43), 'ada@example.org', 'ca'];
    const words = [...FIELDS, ...MORE, ...values];
    const numbers = [nine, nine + 2 * HOUR_MS, nine + 0.5, -1, 0, 8.64e15, 1e308, String(nine)];
    const good: Record<string, () => unknown> = {
      hold: () => ({ sessionTypeId: type, start: random.pick(numbers) }),
      book: () => ({
        hold: random.pick([token, link, newId(43)]),
        slot: { sessionTypeId: type, start: random.pick(numbers) },
        client: { name: random.text(), email: random.pick(values), phone: '', message: random.text(), language: 'ca' },
      }),
      release: () => ({ token: newId(43) }),
      reschedule: () => ({ start: random.pick(numbers) }),
      cancel: () => ({ reason: random.text() }),
    };
    const calls = Object.entries(booking as Record<string, Endpoint>);
    const seen = new Set<number>();
    for (let round = 0; round < rounds(100, 1000); round++) {
      const answers = Array.from({ length: 10 }, async () => {
        const [name, { method, path, channel }] = random.pick(calls);
        const query = new URLSearchParams(
          Array.from({ length: 3 }, () => [
            random.pick(['type', 'from', 'to', random.text()]),
            random.chance(0.5) ? String(random.pick(numbers)) : random.pick(words),
          ]),
        );
        const filled = path
          .replace(':accountSlug', random.chance(0.95) ? studio.slug : encodeURIComponent(random.text().toWellFormed()))
          .replace(':token', random.chance(0.7) ? link : encodeURIComponent(random.text().toWellFormed()));
        const body = random.chance(0.6) && good[name] ? good[name]() : random.json(words);
        const answer = await api.call(method, method === 'GET' ? `${filled}?${query.toString()}` : filled, {
          channel: channel ?? null,
          headers: { 'content-type': 'application/json', 'x-viewer-address': `10.${round}.0.${random.pick([1, 2])}` },
          ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
        });
        return [answer.status, `${method} ${filled} ${JSON.stringify(body)}`] as const;
      });
      for (const [status, what] of await Promise.all(answers)) {
        expect(status, what).toBeLessThan(500);
        seen.add(status);
      }
    }
    // The input passed the first check of each kind.
    for (const status of [200, 201, 400, 404, 409]) expect(seen).toContain(status);
  }, 600_000);
});
