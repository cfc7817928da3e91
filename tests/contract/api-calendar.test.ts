import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { calendar } from '#core/api/calendar.ts';
import { ROLES } from '#core/domain/studio/roles.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const api = await testApi();
const studio = await makeStudio(api, 'Llum; Mar');

const mine = (method: string, as: Person = studio.owner, account = studio.id) =>
  api.call(method, '/api/calendar-feed', { as, account });
const make = async (as?: Person, account?: string) => {
  const { url } = (await mine('POST', as, account)).read(calendar.create);
  expect(url).toMatch(new RegExp(`^${ORIGIN}/api/calendar/[\\w-]{43}/sessions\\.ics$`));
  return url.slice(ORIGIN.length);
};
const read = (path: string, headers: Record<string, string> = {}) => api.call('GET', path, { channel: null, headers });

async function session(values: Row = {}, client = 'Ada', of: Studio = studio): Promise<string> {
  const id = newId();
  const author = { account_id: of.id, author_id: of.owner.userId };
  const customer = { customer_id: await insertCustomer(api.db.pool, of.id, { name: client }) };
  const date = new Date('2026-12-24T09:00:00Z');
  await insertRow(api.db.pool, 'sessions', { id, ...author, ...customer, date, type: 'Portrait', ...values });
  return id;
}

/** The lines of each event, unfolded. */
function eventsOf(text: string): Record<string, string>[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  return lines
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('\nEND:VEVENT')[0]!
          .split('\n')
          .map((line) => line.split(/[:;](.*)/s).slice(0, 2)),
      ),
    );
}

describe('a calendar feed', () => {
  it('shows the studio’s sessions by URL, without notes and amounts', async () => {
    const locationId = newId();
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    await insertRow(api.db.pool, 'locations', {
      id: locationId,
      ...author,
      name: 'Beach',
      address: 'Passeig 1',
      notes: 'KEY',
    });
    const id = await session({ location_id: locationId, notes: 'PRIVATE', client_message: 'PRIVATE' }, 'Ada; Lovelace');
    await api.db.pool.query('update session_billing set payment_amount = 4711 where session_id = $1', [id]);
    await session({ deleted_at: new Date() }, 'Trashed');
    await session({}, 'FOREIGN', await makeStudio(api));
    const answer = await read(await make());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(answer.text).toContain('X-WR-CALNAME:Llum\\; Mar\r\n');
    expect(answer.text).not.toMatch(/PRIVATE|KEY|4711|FOREIGN|Trashed|@example\.org/);
    expect(eventsOf(answer.text)).toEqual([
      {
        UID: `${id}@albumen.test`,
        SEQUENCE: expect.any(String),
        DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
        DTSTART: '20261224T090000Z',
        DTEND: '20261224T100000Z',
        STATUS: 'CONFIRMED',
        SUMMARY: 'Ada\\; Lovelace · Portrait',
        LOCATION: 'Beach\\, Passeig 1',
        ORGANIZER: `CN="Llum; Mar":${ORIGIN}/p/${studio.slug}`,
        URL: `${ORIGIN}/app/clients/sessions/${id}`,
      },
    ]);
    await api.db.pool.query('delete from sessions where account_id = $1', [studio.id]);
  });

  it('maps statuses, from three months back to two years ahead', async () => {
    const now = api.clock.now();
    for (const [status, at] of [
      ['inquiry', now + DAY_MS],
      ['scheduled', now + 2 * DAY_MS],
      ['no_show', now - 89 * DAY_MS],
      ['cancelled', now + 700 * DAY_MS],
      ['declined', now + 3 * DAY_MS],
      ['confirmed', now - 91 * DAY_MS],
      ['confirmed', now + 731 * DAY_MS],
    ] as const) {
      await session({ status, date: new Date(at), type: '' });
    }
    const events = eventsOf((await read(await make())).text);
    expect(events.map(({ STATUS }) => STATUS)).toEqual([
      'CONFIRMED',
      'TENTATIVE',
      'CONFIRMED',
      'CANCELLED',
      'CANCELLED',
    ]);
    expect(new Set(events.map(({ SUMMARY }) => SUMMARY))).toEqual(new Set(['Ada · Session']));
  });

  it('answers HEAD with the headers of GET', async () => {
    const path = await make();
    const [get, head] = [await read(path), await api.call('HEAD', path, { channel: null })];
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
    expect(head.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  });

  it('keeps its ETag until something changes', async () => {
    const path = await make();
    const first = await read(path);
    const etag = first.headers.get('etag')!;
    api.clock.advance(2000);
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await read(path, { 'if-none-match': header });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await api.db.pool.query("update sessions set date = date + interval '1 hour' where account_id = $1", [studio.id]);
    const changed = await read(path, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('belongs to a member: created, used, renewed, revoked', async () => {
    const paths: string[] = [];
    for (const role of ROLES) {
      const person = studio.people[role];
      await mine('DELETE', person);
      expect((await mine('GET', person)).read(calendar.own)).toEqual({ feed: null });
      paths.push(await make(person));
      expect((await mine('GET', person)).read(calendar.own).feed).toMatchObject({ lastReadAt: null });
    }
    const [first = '', , second = ''] = paths;
    expect((await read(first)).status).toBe(200);
    const { feed } = (await mine('GET')).read(calendar.own);
    expect(feed!.lastReadAt).toBeGreaterThanOrEqual(feed!.createdAt);
    const renewed = await make();
    expect([(await read(first)).status, (await read(renewed)).status, (await read(second)).status]).toEqual([
      404, 200, 200,
    ]);
    expect((await mine('DELETE')).status).toBe(200);
    expect((await mine('DELETE')).status).toBe(200);
    expect((await read(renewed)).status).toBe(404);
    const { rows } = await api.db.pool.query('select json_agg(f) as f from calendar_feeds f');
    for (const path of paths) expect(JSON.stringify(rows)).not.toContain(path.split('/')[3]);
  });

  it('answers 404 after the member left, while banned, and after the studio closed', async () => {
    const own = await makeStudio(api);
    const { photographer, assistant, admin } = own.people;
    const [left, banned, closed] = [
      await make(photographer, own.id),
      await make(assistant, own.id),
      await make(admin, own.id),
    ];
    await api.db.pool.query('delete from account_members where user_id = $1', [photographer.userId]);
    await api.db.pool.query('update auth.users set banned_until = $2 where id = $1', [
      assistant.userId,
      new Date(api.clock.now() + DAY_MS),
    ]);
    expect((await read(closed)).status).toBe(200);
    const nothing = await read(`/api/calendar/${'A'.repeat(43)}/sessions.ics`);
    expect([nothing.status, nothing.error.code]).toEqual([404, 'not_found']);
    expect([(await read(left)).text, (await read(banned)).text]).toEqual([nothing.text, nothing.text]);
    api.clock.advance(2 * DAY_MS);
    expect((await read(banned)).status).toBe(200);
    await api.db.pool.query('update accounts set deleted_at = now() where id = $1', [own.id]);
    expect((await read(closed)).text).toBe(nothing.text);
  });

  it('limits guesses, but not the polling of calendar programs', async () => {
    await api.db.pool.query('delete from rate_limits');
    // The limits' windows begin at full hours or minutes: all attempts are made at the beginning of one.
    api.clock.advance(HOUR_MS - (api.clock.now() % HOUR_MS));
    const guess = () => read(`/api/calendar/${newId(20)}/sessions.ics`, { 'x-viewer-address': '198.51.100.7' });
    const answers = await Promise.all(Array.from({ length: 61 }, guess));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const path = await make();
    expect((await read(path, { 'x-viewer-address': '198.51.100.7' })).status).toBe(200);
    const reads = await Promise.all(Array.from({ length: 120 }, () => read(path)));
    expect(reads.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
