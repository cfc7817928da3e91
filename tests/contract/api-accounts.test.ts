import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { MAX_ACCOUNTS_PER_USER } from '#core/domain/studio/accounts.ts';
import { DATE_FORMATS } from '#core/domain/values/date-formats.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, stranger } from '../support/studio.ts';
import type { Person } from '../support/tokens.ts';

const { accounts, publicPages } = endpoints;

const api = await testApi();
const studio = await makeStudio(api, 'Núria');

const input = (values: object = {}) => ({
  name: 'Llum de Mar',
  slug: `llum-${newId(8)}`,
  currency: 'CHF',
  timeZone: 'Europe/Madrid',
  language: 'ca',
  ...values,
});
const create = (as: Person, body: unknown) => api.call('POST', '/api/accounts', { as, body });
const list = async (as: Person) => (await api.call('GET', '/api/accounts', { as })).read(accounts.list);
const setSlug = (as: Person, id: string, slug: string) =>
  api.call('PATCH', `/api/accounts/${id}/slug`, { as, body: { slug } });

describe('POST /api/accounts', () => {
  it('creates a studio with its owner, currency and the defaults', async () => {
    const as = stranger();
    const body = input();
    const made = (await create(as, body)).read(accounts.create);
    expect(made).toMatchObject({ ...body, role: 'owner', settings: {} });
    expect(made.members).toEqual([{ userId: as.userId, role: 'owner', name: as.email.split('@')[0], email: as.email }]);
    expect(Math.abs(made.createdAt - api.clock.now())).toBeLessThan(MINUTE_MS);
    expect(await list(as)).toEqual([made]);
    const { rows } = await api.db.pool.query(
      `select key, value from settings where account_id = $1 and key in ('photographer', 'currency', 'theme.primaryColor')
       order by key`,
      [made.id],
    );
    expect(rows).toMatchObject([
      { key: 'currency', value: { code: 'CHF', symbol: 'CHF', position: 'before' } },
      { key: 'photographer', value: { businessName: 'Llum de Mar', email: '', phone: '' } },
      { key: 'theme.primaryColor', value: '#3B82F6' },
    ]);
  });

  it('names the invalid field', async () => {
    const as = stranger();
    for (const [field, values] of Object.entries({
      name: { name: ' ' },
      slug: { slug: 'Ñandú' },
      currency: { currency: 'euro' },
      timeZone: { timeZone: 'Mars/Olympus' },
      language: { language: 'de' },
    })) {
      const answer = await create(as, input(values));
      expect([answer.status, answer.error.code, answer.error.field]).toEqual([400, 'validation_failed', field]);
    }
    expect((await create(as, { ...input(), role: 'owner' })).error.code).toBe('validation_failed');
    expect(await list(as)).toEqual([]);
  });

  it('refuses reserved and taken slugs, regardless of case', async () => {
    const as = stranger();
    const reserved = await create(as, input({ slug: 'Admin' }));
    expect([reserved.status, reserved.error.code]).toEqual([422, 'slug_reserved']);
    const taken = await create(as, input({ slug: studio.slug.toUpperCase() }));
    expect([taken.status, taken.error.code, taken.error.field]).toEqual([409, 'slug_taken', 'slug']);
  });

  it('gives a slug to one of many concurrent requests', async () => {
    const slug = `race-${newId(8)}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(stranger(), input({ slug }))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ error }) => error.code))).toEqual(
      new Set(['slug_taken']),
    );
  });

  it('limits the studios of a user, also for concurrent requests', async () => {
    const as = stranger();
    const answers = await Promise.all(Array.from({ length: MAX_ACCOUNTS_PER_USER + 3 }, () => create(as, input())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_ACCOUNTS_PER_USER);
    expect(answers.find(({ status }) => status !== 201)?.error.code).toBe('account_limit');
  });
});

describe('GET /api/accounts', () => {
  it('lists the user’s studios with the role, and nothing else', async () => {
    expect(await list(stranger())).toEqual([]);
    const [account, ...more] = await list(studio.people.assistant);
    expect(more).toEqual([]);
    expect(account).toMatchObject({ id: studio.id, role: 'assistant', name: 'Núria' });
    expect(account?.members.map(({ role }) => role).sort()).toEqual(['admin', 'assistant', 'owner', 'photographer']);
  });

  it('excludes a removed member immediately, whatever the token says', async () => {
    const left = await makeStudio(api);
    const { admin } = left.people;
    await api.db.pool.query('delete from account_members where user_id = $1', [admin.userId]);
    expect(await list(admin)).toEqual([]);
    const answer = await api.call('POST', '/api/images/token', { as: admin, account: left.id });
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
  });
});

describe('PATCH /api/accounts/{id}', () => {
  const update = (as: Person, id: string, body: unknown) => api.call('PATCH', `/api/accounts/${id}`, { as, body });

  it('changes the given fields and keeps the others', async () => {
    const own = await makeStudio(api, 'Before');
    const changed = (await update(own.people.admin, own.id, { name: ' After ', timeZone: 'Asia/Tokyo' })).read(
      accounts.update,
    );
    expect(changed).toMatchObject({ name: 'After', timeZone: 'Asia/Tokyo', language: 'en', slug: own.slug });
    const settings = { density: 'compact' };
    expect((await update(own.owner, own.id, { settings })).read(accounts.update)).toMatchObject({
      name: 'After',
      settings,
    });
  });

  it('renames the studio for its clients as well', async () => {
    const own = stranger();
    const made = (await create(own, input({ name: 'Before' }))).read(accounts.create);
    expect((await update(own, made.id, { name: 'After' })).status).toBe(200);
    const shown = await api.call('GET', `/api/p/${made.slug}`, { channel: null });
    expect(shown.read(publicPages.studio).studio.name).toBe('After');
    const { rows } = await api.db.pool.query(
      `select value ->> 'businessName' as name from settings where account_id = $1 and key = 'photographer'`,
      [made.id],
    );
    expect(rows).toEqual([{ name: 'After' }]);
  });

  it('changes the date format and names the field of an unknown one', async () => {
    const own = await makeStudio(api);
    const [before] = await list(own.owner);
    expect(before?.dateFormat).toBe('auto');
    for (const dateFormat of DATE_FORMATS.toReversed()) {
      const changed = (await update(own.people.admin, own.id, { dateFormat })).read(accounts.update);
      expect(changed).toMatchObject({ dateFormat, timeZone: 'UTC', name: before?.name });
      expect((await list(own.people.assistant))[0]?.dateFormat).toBe(dateFormat);
    }
    await update(own.owner, own.id, { dateFormat: 'ymd' });
    for (const dateFormat of ['', 'DMY', 'dd/mm/yyyy', null, 1, ['dmy']]) {
      const answer = await update(own.owner, own.id, { dateFormat });
      expect([answer.status, answer.error.code, answer.error.field]).toEqual([400, 'validation_failed', 'dateFormat']);
    }
    for (const role of ['photographer', 'assistant'] as const) {
      expect((await update(own.people[role], own.id, { dateFormat: 'mdy' })).status).toBe(403);
    }
    expect((await update(stranger(), own.id, { dateFormat: 'mdy' })).status).toBe(404);
    expect((await list(own.owner))[0]?.dateFormat).toBe('ymd');
  });

  it('refuses fields that the caller may not change', async () => {
    const before = await list(studio.owner);
    for (const body of [
      { members: [] },
      { role: 'owner' },
      { id: '0'.repeat(10) },
      { name: 'X', slug: 'other' },
      {},
      '{"name":"X","__proto__":{"role":"owner"}}',
      '{"settings":{"__proto__":{"polluted":true}}}',
    ]) {
      const answer = await api.call('PATCH', `/api/accounts/${studio.id}`, {
        as: studio.owner,
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400]);
    }
    expect(await list(studio.owner)).toEqual(before);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('answers alike for a foreign account and a missing one', async () => {
    const foreign = await update(stranger(), studio.id, { name: 'Mine now' });
    const missing = await update(stranger(), '0'.repeat(10), { name: 'Mine now' });
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    expect((await list(studio.owner))[0]?.name).toBe('Núria');
  });

  it('refuses roles without the right', async () => {
    for (const role of ['photographer', 'assistant'] as const) {
      expect((await update(studio.people[role], studio.id, { name: 'X' })).error.code).toBe('forbidden');
      expect((await setSlug(studio.people[role], studio.id, 'x-y-z')).error.code).toBe('forbidden');
    }
  });
});

describe('PATCH /api/accounts/{id}/slug', () => {
  it('changes the slug, redirects the old one, and can change back', async () => {
    const own = await makeStudio(api);
    const next = `next-${newId(8)}`;
    expect((await setSlug(own.owner, own.id, next.toUpperCase())).read(accounts.slug).slug).toBe(next);
    const old = await setSlug(studio.owner, studio.id, own.slug);
    expect([old.status, old.error.code]).toEqual([409, 'slug_taken']);
    expect((await setSlug(own.owner, own.id, own.slug)).read(accounts.slug).slug).toBe(own.slug);
    expect((await setSlug(own.owner, own.id, own.slug)).status).toBe(200);
  });

  it('purges the pages of both slugs; a new name ages out', async () => {
    const own = await makeStudio(api, 'Cache');
    const next = `next-${newId(8)}`;
    const below = (slug: string) => [`/p/${slug}*`, `/api/p/${slug}*`];
    await runOutbox(api.jobs);
    api.purged.length = 0;
    await setSlug(own.owner, own.id, own.slug);
    await runOutbox(api.jobs);
    expect(api.purged).toEqual([]);
    await setSlug(own.owner, own.id, next);
    await runOutbox(api.jobs);
    expect(new Set(api.purged)).toEqual(new Set([own.slug, next].flatMap(below)));
    api.purged.length = 0;
    await api.call('PATCH', `/api/accounts/${own.id}`, { as: own.owner, body: { name: 'New' } });
    await runOutbox(api.jobs);
    expect(api.purged).toEqual([]);
  });

  it('is limited to a few changes a day; repeating the slug is no change', async () => {
    const own = await makeStudio(api);
    const [name, ...names] = Array.from({ length: 6 }, () => `llum-${newId(8)}`);
    for (const next of names) {
      expect((await setSlug(own.owner, own.id, next)).status).toBe(200);
      expect((await setSlug(own.owner, own.id, next)).status).toBe(200);
    }
    const refused = await setSlug(own.owner, own.id, name!);
    expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // A refused slug is not retired: another studio may take it.
    const other = await makeStudio(api);
    expect((await setSlug(other.owner, other.id, name!)).status).toBe(200);
    api.clock.advance(DAY_MS);
    expect((await setSlug(own.owner, own.id, `llum-${newId(8)}`)).status).toBe(200);
  });

  it('refuses invalid, reserved and taken slugs', async () => {
    for (const [slug, status, code] of [
      ['ab', 422, 'slug_invalid'],
      ['-abc', 422, 'slug_invalid'],
      ['a--b', 422, 'slug_invalid'],
      ['раураl', 422, 'slug_invalid'],
      ['login', 422, 'slug_reserved'],
    ] as const) {
      const answer = await setSlug(studio.owner, studio.id, slug);
      expect([slug, answer.status, answer.error.code]).toEqual([slug, status, code]);
    }
    const other = await makeStudio(api);
    expect((await setSlug(studio.owner, studio.id, other.slug)).error.code).toBe('slug_taken');
  });

  it('answers alike for a foreign account and a missing one', async () => {
    const foreign = await setSlug(stranger(), studio.id, 'a-new-slug');
    expect([foreign.status, foreign.text]).toEqual([
      404,
      (await setSlug(stranger(), '0'.repeat(10), 'a-new-slug')).text,
    ]);
  });
});

describe('GET /api/accounts/slug-available', () => {
  const ask = async (slug: string) => {
    const query = `?slug=${encodeURIComponent(slug)}`;
    return (await api.call('GET', `/api/accounts/slug-available${query}`, { as: stranger() })).read(
      accounts.slugAvailable,
    );
  };

  it('returns availability and the reason', async () => {
    expect(await ask(`free-${newId(8)}`)).toEqual({ available: true, reason: null });
    expect(await ask('Not A Slug')).toEqual({ available: false, reason: 'slug_invalid' });
    expect(await ask('pricing')).toEqual({ available: false, reason: 'slug_reserved' });
    expect(await ask(studio.slug)).toEqual({ available: false, reason: 'slug_taken' });
  });

  it('never offers a slug that another studio once used', async () => {
    const own = await makeStudio(api);
    await setSlug(own.owner, own.id, `moved-${newId(8)}`);
    expect(await ask(own.slug)).toEqual({ available: false, reason: 'slug_taken' });
    await api.db.pool.query('delete from accounts where id = $1', [own.id]);
    expect(await ask(own.slug)).toEqual({ available: false, reason: 'slug_taken' });
  });

  it('takes one slug and no other parameter', async () => {
    for (const query of ['', '?slug=a&slug=b', '?slug=abc&x=1']) {
      const answer = await api.call('GET', `/api/accounts/slug-available${query}`, { as: stranger() });
      expect([query, answer.status, answer.error.code]).toEqual([query, 400, 'validation_failed']);
    }
  });
});
