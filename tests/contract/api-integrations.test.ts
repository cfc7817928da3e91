import { describe, expect, it } from 'vitest';
import { integrations } from '#core/api/integrations.ts';
import { ADDED_ROLES } from '#core/domain/clients/contacts.ts';
import { tokenEndpoints } from '#core/api/openapi.ts';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { payments } from '#core/api/payments.ts';
import { uploads } from '#core/api/uploads.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { SCOPES, type Scope } from '#core/domain/studio/integrations.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { isApiToken, makeApiToken } from '#functions/platform/auth/api-token.ts';
import { type CallOptions, testApi } from '../support/api.ts';
import { scene as picture } from '../support/pictures.ts';
import { insertCustomer, insertGallery, insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery, readyPhoto, type Studio } from '../support/studio.ts';
import { addMember } from '../support/team-members.ts';
import type { Person } from '../support/tokens.ts';

const api = await testApi();
const [studio, other] = [await makeStudio(api, 'Llum'), await makeStudio(api, 'FOREIGN')];

interface Wanted {
  by?: Person;
  of?: Studio;
  scopes?: readonly Scope[];
  days?: number;
}

const ask = ({ by, of = studio, scopes = SCOPES, days = 30 }: Wanted = {}) =>
  api.call('POST', '/api/tokens', {
    as: by ?? of.owner,
    account: of.id,
    body: { name: 'Lightroom', scopes, expiresAt: api.clock.now() + days * DAY_MS },
  });
const make = async (wanted?: Wanted) => (await ask(wanted)).read(integrations.createToken);
const newToken = async (wanted?: Wanted) => (await make(wanted)).token;

/** Calls with a token alone, as a program does. */
const call = (token: string, method: string, path: string, options: CallOptions = {}) =>
  api.call(method, path, { token, channel: null, ...options });
const use = (token: string, options?: CallOptions) => call(token, 'GET', '/api/v1/customers', options);
const outcome = async (answer: ReturnType<typeof use>) => {
  const { status, text } = await answer;
  return status < 300 ? status : (JSON.parse(text) as { error: { code: string } }).error.code;
};
const events = async (kind: string) =>
  (
    await api.db.pool.query('select details from security_events where account_id = $1 and kind = $2', [
      studio.id,
      kind,
    ])
  ).rows.map(({ details }) => details as object);

describe('a token', () => {
  it('is shown once, and recognised by its checksum', async () => {
    const { token, created } = await make();
    expect(token).toMatch(/^alb_[0-9a-hjkmnp-tv-z]{39}$/);
    expect(isApiToken(token)).toBe(true);
    const changed = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect([isApiToken(changed), isApiToken(`${token}0`), isApiToken(token.toUpperCase())]).toEqual([
      false,
      false,
      false,
    ]);
    expect(created).toMatchObject({
      name: 'Lightroom',
      prefix: token.slice(0, 10),
      scopes: [...SCOPES],
      lastUsedAt: null,
    });
    const listed = await api.call('GET', '/api/tokens', { as: studio.owner, account: studio.id });
    expect(listed.text).not.toContain(token.slice(10));
    const { rows } = await api.db.pool.query('select to_jsonb(t)::text as row from api_tokens t');
    expect(JSON.stringify(rows)).not.toContain(token.slice(10));
    expect(await events('api_token_created')).toContainEqual({ integration: 'Lightroom' });
  });

  it('acts for its creator in its studio', async () => {
    const answer = await call(await newToken({ by: studio.people.admin }), 'GET', '/api/v1/account');
    expect(answer.read(integrations.account)).toMatchObject({ id: studio.id, name: 'Llum', scopes: [...SCOPES] });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('ends when it is revoked, expires, or its studio closes', async () => {
    const [revoked, expired, closed] = [await make(), await newToken({ days: 1 }), await newToken({ of: other })];
    expect(await outcome(use(revoked.token))).toBe(200);
    const path = `/api/tokens/${revoked.created.id}`;
    expect((await api.call('DELETE', path, { as: other.owner, account: other.id })).error.code).toBe('not_found');
    await api.call('DELETE', path, { as: studio.owner, account: studio.id });
    expect(await outcome(use(revoked.token))).toBe('token_invalid');
    expect(await events('api_token_revoked')).toEqual([{ integration: 'Lightroom' }]);
    expect((await api.call('DELETE', path, { as: studio.owner, account: studio.id })).error.code).toBe('not_found');
    await api.db.pool.query('update accounts set deleted_at = now() where id = $1', [other.id]);
    expect(await outcome(use(closed))).toBe('token_invalid');
    await api.db.pool.query('update accounts set deleted_at = null where id = $1', [other.id]);
    api.clock.advance(DAY_MS + MINUTE_MS);
    expect(await outcome(use(expired))).toBe('token_invalid');
    api.clock.advance(31 * DAY_MS);
    await emptyTrash(api.jobs);
    const { rows } = await api.db.pool.query('select from api_tokens where id = $1', [revoked.created.id]);
    expect(rows).toEqual([]);
  });

  it('ends for good when its creator leaves, or loses the right', async () => {
    const [left, lowered] = [await addMember(api, studio, 'admin'), await addMember(api, studio, 'admin')];
    const tokens = [await newToken({ by: left }), await newToken({ by: lowered })];
    await api.call('POST', '/api/members/leave', { as: left, account: studio.id });
    const change = (role: Role) =>
      api.call('PATCH', `/api/members/${lowered.userId}`, { as: studio.owner, account: studio.id, body: { role } });
    await change('photographer');
    for (const token of tokens) expect(await outcome(use(token))).toBe('token_invalid');
    await change('admin');
    const row = { account_id: studio.id, user_id: left.userId, role: 'admin', email: left.email };
    await insertRow(api.db.pool, 'account_members', row);
    for (const token of tokens) expect(await outcome(use(token))).toBe('token_invalid');
  });

  it('ends with the ban of its creator', async () => {
    const banned = await addMember(api, studio, 'admin');
    const token = await newToken({ by: banned });
    const until = new Date(api.clock.now() + DAY_MS);
    await api.db.pool.query('update auth.users set banned_until = $2 where id = $1', [banned.userId, until]);
    expect(await outcome(use(token))).toBe('token_invalid');
  });

  it('is refused for another account, with a doubled header, and in an address', async () => {
    const token = await newToken();
    expect(await outcome(use(token, { account: studio.id }))).toBe(200);
    expect(await outcome(use(token, { account: other.id }))).toBe('forbidden');
    expect(await outcome(use(token, { account: `${studio.id}, ${studio.id}` }))).toBe('account_header_invalid');
    expect(await outcome(use(`${token}, Bearer ${token}`))).toBe('token_invalid');
    expect(await outcome(call(token, 'GET', `/api/v1/customers?token=${token}`))).toBe('token_in_url');
    expect(await outcome(call(token, 'GET', `/api/openapi.json?x=${token}`))).toBe('token_in_url');
  });

  it('tells owners of each new network, and only of new ones', async () => {
    const token = await newToken();
    const from = (ip: string) => use(token, { headers: { 'x-viewer-address': ip } });
    const before = (await events('api_token_network')).length;
    for (const ip of ['198.51.100.1', '198.51.100.9', '203.0.113.7']) await from(ip);
    expect((await events('api_token_network')).length - before).toBe(2);
  });

  it('has 600 calls in five minutes; unknown ones are limited for a network', async () => {
    const { token, created } = await make();
    const start = new Date(api.clock.now() - (api.clock.now() % (5 * MINUTE_MS)));
    const count = (bucket: string, to: number) =>
      api.db.pool.query(
        `insert into rate_limits (bucket, window_start, count) values ($1, $2, $3)
         on conflict (bucket, window_start) do update set count = excluded.count`,
        [bucket, start, to],
      );
    await count(`api-calls:${created.id}`, 599);
    expect(await outcome(use(token))).toBe(200);
    const refused = await use(token);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await count('api-misses:192.0.2.0/24', 60);
    expect(await outcome(use(makeApiToken()))).toBe('rate_limited');
    expect(await outcome(use(await newToken()))).toBe(200);
  });

  it('is created by owners and admins who signed in recently, at most twenty', async () => {
    for (const role of ['photographer', 'assistant'] as const)
      expect((await ask({ by: studio.people[role] })).error.code).toBe('forbidden');
    for (const days of [-1, 400]) expect((await ask({ days })).error).toMatchObject({ field: 'expiresAt' });
    expect((await ask({ scopes: [] })).error.code).toBe('validation_failed');
    const full = await makeStudio(api);
    for (let i = 0; i < 20; i++) await make({ of: full });
    expect((await ask({ of: full })).error.code).toBe('limit_reached');
    await api.db.pool.query("update auth.sessions set created_at = now() - interval '2 hours' where user_id = $1", [
      studio.owner.userId,
    ]);
    expect((await ask()).error.code).toBe('recent_sign_in_required');
    await api.db.pool.query('update auth.sessions set created_at = now() where user_id = $1', [studio.owner.userId]);
  });
});

const ALL = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.entries(table as Record<string, Endpoint>).map(([name, one]) => [`${group}.${name}`, one] as const),
);
const ids = { galleryId: `${other.id}${'0'.repeat(16)}`, accountId: other.id };
const pathOf = ({ path }: Endpoint) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (ids as Record<string, string>)[name] ?? '0'.repeat(20));

describe('scopes', () => {
  const closed = ALL.filter(([, { access, scope }]) => ['user', 'member', 'sync'].includes(access) && !scope);

  it.each(closed)('no token reaches %s', async (_, one) => {
    const token = await newToken();
    const options = {
      channel: one.channel ?? null,
      account: studio.id,
      headers: { 'x-api-key': 'zero-api-key-of-tests' },
    };
    const answer = await api.call(one.method, pathOf(one), { token, ...options });
    expect(answer.error.code).toBe('forbidden');
    // One studio has twenty tokens at most.
    await api.db.pool.query('delete from api_tokens where account_id = $1', [studio.id]);
  });

  const matrix = tokenEndpoints.flatMap(([name, one]) => SCOPES.map((scope) => [scope, name, one] as const));
  it.each(matrix)('%s × %s', async (scope, _, one) => {
    const token = await newToken({ scopes: [scope] });
    const answer = await call(token, one.method, pathOf(one), one.method === 'GET' ? {} : { body: {} });
    if (one.scope === 'any' || one.scope === scope) expect([403, 401]).not.toContain(answer.status);
    else expect(answer.error).toMatchObject({ code: 'scope_missing', params: { scope: one.scope } });
    await api.db.pool.query('delete from api_tokens where account_id = $1', [studio.id]);
  });

  it.each(tokenEndpoints.filter(([, { access }]) => access === 'token'))('%s takes no sign-in', async (_, one) => {
    const answer = await api.call(one.method, pathOf(one), { as: studio.owner, account: studio.id });
    expect(answer.error.code).toBe('token_invalid');
  });
});

describe('the resources', () => {
  it('are listed page by page, without other studios’', async () => {
    const token = await newToken();
    const customer = await insertCustomer(api.db.pool, studio.id, { name: 'Ada', email: 'ada@example.org' });
    await insertCustomer(api.db.pool, other.id, { name: 'FOREIGN' });
    for (let i = 0; i < 4; i++) await insertCustomer(api.db.pool, studio.id, { name: `C${i}` });
    await insertCustomer(api.db.pool, studio.id, { name: 'Gone', deleted_at: new Date() });
    const names: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor && `&cursor=${cursor}`;
      const page = (await call(token, 'GET', `/api/v1/customers?limit=2${query}`)).read(integrations.listCustomers);
      expect(page.data.length).toBeLessThanOrEqual(2);
      names.push(...page.data.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(names.toSorted()).toEqual(['Ada', 'C0', 'C1', 'C2', 'C3']);
    const found = await call(token, 'GET', '/api/v1/customers?email=ADA@example.org');
    expect(found.read(integrations.listCustomers).data.map(({ id }) => id)).toEqual([customer]);
    for (const [query, field] of [
      ['limit=201', 'limit'],
      ['cursor=x', 'cursor'],
      [`cursor=${Buffer.from('[1e99,"x"]').toString('base64url')}`, 'cursor'],
    ])
      expect((await call(token, 'GET', `/api/v1/customers?${query}`)).error).toMatchObject({ field });
  });

  it('answer foreign, missing and malformed ids alike', async () => {
    const token = await newToken();
    const foreign = await insertCustomer(api.db.pool, other.id, { name: 'FOREIGN' });
    const texts = await Promise.all(
      [foreign, newId(), "x'--"].map(async (id) => (await call(token, 'GET', `/api/v1/customers/${id}`)).text),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('not_found');
  });

  it('of clients are created once for an id, by the mutator of the back office', async () => {
    const token = await newToken();
    const id = newId();
    const body = { id, name: 'Mar', email: 'MAR@example.org', tags: ['a', 'A'] };
    const first = await call(token, 'POST', '/api/v1/customers', { body });
    expect(first.read(integrations.createCustomer)).toMatchObject({
      id,
      name: 'Mar',
      email: 'mar@example.org',
      tags: ['a'],
    });
    const again = await call(token, 'POST', '/api/v1/customers', { body });
    expect([again.status, JSON.parse(again.text)]).toEqual([200, JSON.parse(first.text)]);
    const { rows } = await api.db.pool.query('select author_id from customers where id = $1', [id]);
    expect(rows).toEqual([{ author_id: studio.owner.userId }]);
    const foreign = await insertCustomer(api.db.pool, other.id);
    expect((await call(token, 'POST', '/api/v1/customers', { body: { ...body, id: foreign } })).error.code).toBe(
      'conflict',
    );
    expect((await call(token, 'POST', '/api/v1/customers', { body: { name: '' } })).error).toMatchObject({
      field: 'name',
    });
  });

  it('of people of clients are created once for an id and changed, of their own client alone', async () => {
    const token = await newToken();
    const customerId = await insertCustomer(api.db.pool, studio.id, { email: `${newId()}@example.org` });
    const foreign = await insertCustomer(api.db.pool, other.id);
    const path = `/api/v1/customers/${customerId}/contacts`;
    const body = { id: newId(), name: 'Marc', email: 'MARC@example.org', signs: true };
    const first = await call(token, 'POST', path, { body });
    const added = first.read(integrations.createContact).contacts[1];
    expect(added).toEqual({
      ...body,
      email: 'marc@example.org',
      phone: '',
      language: null,
      ...ADDED_ROLES,
      signs: true,
    });
    const again = await call(token, 'POST', path, { body });
    expect([again.status, JSON.parse(again.text)]).toEqual([200, JSON.parse(first.text)]);
    const changed = await call(token, 'PATCH', `${path}/${body.id}`, { body: { pays: true, phone: '611' } });
    expect(changed.read(integrations.updateContact).contacts[1]).toEqual({ ...added, pays: true, phone: '611' });
    const codes = await Promise.all([
      call(token, 'POST', `/api/v1/customers/${foreign}/contacts`, { body: { name: 'Eve' } }),
      call(token, 'PATCH', `/api/v1/customers/${foreign}/contacts/${foreign}`, { body: { name: 'Eve' } }),
      // Of another client of the studio.
      call(token, 'PATCH', `/api/v1/customers/${foreign}/contacts/${body.id}`, { body: { name: 'Eve' } }),
      call(token, 'POST', path, { body: { name: '' } }),
      call(token, 'POST', path, { body: { name: 'Marc', email: body.email } }),
    ]);
    expect(codes.map(({ error }) => error.code)).toEqual([
      'not_found',
      'not_found',
      'not_found',
      'validation_failed',
      'conflict',
    ]);
  });

  it('of galleries are created, sectioned and published', async () => {
    const token = await newToken();
    const made = await call(token, 'POST', '/api/v1/galleries', {
      body: { name: 'Boda', date: '2026-05-01T10:00:00+02:00' },
    });
    const gallery = made.read(integrations.createGallery);
    expect(gallery).toMatchObject({
      status: 'draft',
      date: '2026-05-01T08:00:00.000Z',
      photoCount: 0,
      customerId: null,
    });
    expect(gallery.url).toBe(`https://albumen.test/p/${studio.slug}/boda-${gallery.id.slice(-8)}`);
    for (const name of ['Ceremony', 'Party'])
      await call(token, 'POST', `/api/v1/galleries/${gallery.id}/sections`, { body: { name } });
    const sections = await call(token, 'GET', `/api/v1/galleries/${gallery.id}/sections`);
    expect(sections.read(integrations.listSections).data.map(({ name }) => name)).toEqual(['Ceremony', 'Party']);
    for (let i = 0; i < 2; i++) {
      const published = await call(token, 'POST', `/api/v1/galleries/${gallery.id}/publish`);
      expect(published.read(integrations.publishGallery).status).toBe('published');
    }
    const { rows } = await api.db.pool.query(
      "select from gallery_events where gallery_id = $1 and kind = 'published'",
      [gallery.id],
    );
    expect(rows).toHaveLength(1);
    const foreign = await insertGallery(api.db.pool, other.id);
    const wrong = await call(token, 'POST', `/api/v1/galleries/${foreign}/publish`);
    expect(wrong.error.code).toBe('not_found');
    const strangers = await call(token, 'POST', '/api/v1/galleries', {
      body: { name: 'x', customerId: await insertCustomer(api.db.pool, other.id) },
    });
    expect(strangers.error).toMatchObject({ code: 'not_found', field: 'customerId' });
  });

  it('of photos are uploaded with the token: presign, PUT, complete', async () => {
    const token = await newToken({ scopes: ['photos:upload', 'galleries:read'] });
    const galleryId = await insertGallery(api.db.pool, studio.id);
    const photoId = newId();
    const bytes = await picture(40, 30).jpeg().toBuffer();
    const file = { photoId, filename: 'IMG_1.jpg', size: bytes.byteLength, type: 'image/jpeg' };
    const signed = await call(token, 'POST', '/api/upload/presign', { body: { galleryId, files: [file] } });
    const [upload] = signed.read(uploads.presign).uploads;
    const put = await fetch(upload!.url, { method: 'PUT', headers: upload!.headers, body: bytes });
    expect(put.status).toBe(200);
    const done = await call(token, 'POST', '/api/upload/complete', { body: { galleryId, photoIds: [photoId] } });
    expect(done.read(uploads.complete).photos).toEqual([{ photoId, status: 'processing', failure: null }]);
    const listed = await call(token, 'GET', `/api/v1/galleries/${galleryId}/photos`);
    const [photo] = listed.read(integrations.listPhotos).data;
    expect(photo).toMatchObject({ id: photoId, sourceFilename: 'IMG_1.jpg', status: 'processing', isHidden: false });
  });

  it('of selections name the chosen photos', async () => {
    const token = await newToken({ scopes: ['selections:read'] });
    const galleryId = await publishedGallery(api, studio);
    const photo = await readyPhoto(api, studio, galleryId, { filename: 'new.jpg', source_filename: 'IMG_7.CR3' });
    const [selectionId, person] = [newId(), newId()];
    const inGallery = { account_id: studio.id, gallery_id: galleryId };
    await insertRow(api.db.pool, 'gallery_people', { id: person, ...inGallery, role: 'client', name: 'Pau' });
    await insertRow(api.db.pool, 'pick_lists', { id: selectionId, ...inGallery, kind: 'selection', name: 'Album' });
    await insertRow(api.db.pool, 'picks', {
      list_id: selectionId,
      photo_id: photo.id,
      person_id: person,
      ...inGallery,
      rating: 4,
    });
    const lists = await call(token, 'GET', `/api/v1/galleries/${galleryId}/selections`);
    const expected = {
      id: selectionId,
      name: 'Album',
      chosenCount: 1,
      people: [{ id: person, name: 'Pau', email: '' }],
    };
    expect(lists.read(integrations.listSelections).data).toMatchObject([expected]);
    const picks = await call(token, 'GET', `/api/v1/selections/${selectionId}/photos`);
    expect(picks.read(integrations.listPicks).data).toEqual([
      {
        photoId: photo.id,
        filename: 'new.jpg',
        sourceFilename: 'IMG_7.CR3',
        personId: person,
        state: 'pick',
        rating: 4,
        label: null,
      },
    ]);
    const elsewhere = await newToken({ of: other, scopes: ['selections:read'] });
    expect(await outcome(call(elsewhere, 'GET', `/api/v1/selections/${selectionId}/photos`))).toBe('not_found');
  });

  it('of money are minor units with their currency, only by the payments’ scope', async () => {
    const token = await newToken({ scopes: ['payments:read', 'sessions:read'] });
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const [session, payment] = [newId(), newId()];
    const customer = await insertCustomer(api.db.pool, studio.id);
    const date = new Date('2026-03-01T10:00:00Z');
    await insertRow(api.db.pool, 'sessions', { id: session, ...author, customer_id: customer, date, duration: 90 });
    const money = { amount: 12_345, currency: 'EUR', status: 'paid' };
    await insertRow(api.db.pool, 'payments', { id: payment, ...author, session_id: session, date, ...money });
    const listed = await call(token, 'GET', '/api/v1/payments?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z');
    expect(listed.read(integrations.listPayments).data).toMatchObject([
      { id: payment, kind: 'payment', customerId: customer, money: { amount: 12_345, currency: 'EUR' } },
    ]);
    await api.db.pool.query('update session_billing set payment_amount = 30000 where session_id = $1', [session]);
    await api.db.pool.query(
      `insert into order_instalments (order_id, position, account_id, amount, due_at)
       values ($1, 1, $2, 10000, $3), ($1, 2, $2, 20000, $3)`,
      [session, studio.id, date],
    );
    const orders = await call(token, 'GET', `/api/v1/orders?customerId=${customer}`);
    expect(orders.read(integrations.listOrders).data).toMatchObject([
      {
        id: session,
        sessionId: session,
        total: { amount: 30_000, currency: 'EUR' },
        open: 17_655,
        lines: [{ kind: 'price', title: '', quantity: 1, unitAmount: null, discount: 0, amount: 30_000 }],
        withdrawnAt: null,
        instalments: [
          { amount: 10_000, paid: 10_000, dueAt: '2026-03-01T10:00:00.000Z' },
          { amount: 20_000, paid: 2_345 },
        ],
      },
    ]);
    const sessions = await call(token, 'GET', `/api/v1/sessions?customerId=${customer}`);
    expect(sessions.read(integrations.listSessions).data).toMatchObject([
      { id: session, startsAt: '2026-03-01T10:00:00.000Z', endsAt: '2026-03-01T11:30:00.000Z' },
    ]);
    expect(sessions.text).not.toMatch(/12345|amount/);
    const csv = await call(token, 'GET', payments.csv.path);
    expect([csv.status, csv.text.includes('123')]).toEqual([200, true]);
  });
});
