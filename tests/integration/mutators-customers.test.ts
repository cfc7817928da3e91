import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { listPairs, type CustomerPair } from '#core/domain/clients/customers.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertCustomer, newId, type Row } from '../support/rows.ts';

const NOW = Date.UTC(2030, 4, 1, 12);
const CLIENT = Date.UTC(2020, 0, 1);

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = as('owner');
});
afterAll(() => database?.drop());

const as = (role: Role) => memberContext(members, role, () => NOW);
const create = (args: object, by: Ctx = ctx) =>
  office.mutate('customers.create', { now: CLIENT, ...args } as never, by);
const update = (id: string, changes: object, by: Ctx = ctx) =>
  office.mutate('customers.update', { id, changes, now: CLIENT } as never, by);

const setNotes = (id: string, notes: string, base: string, by: Ctx = ctx) =>
  office.mutate('customers.setNotes', { id, notes, base, now: CLIENT }, by);

async function rowOf(id: string): Promise<Row> {
  const { rows } = await database.pool.query<Row>(
    `select name, email, phone, notes, language, tags, author_id, account_id,
       extract(epoch from created_at)::float8 * 1000 as created, extract(epoch from updated_at)::float8 * 1000 as updated
     from customers where id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

it.each([
  [{ phone: '600' }, false],
  [{ name: 'Ada' }, true],
  [{ email: 'ada@example.org' }, true],
])('an edit of %j vouches for a client of the booking form: %s', async (changes, isVouched) => {
  const id = await insertCustomer(database.pool, members.accountId, { unconfirmed_since: new Date(CLIENT) });
  expect(await update(id, changes)).toBe('done');
  const { rows } = await database.pool.query('select unconfirmed_since as since from customers where id = $1', [id]);
  expect(rows[0].since === null).toBe(isVouched);
});

describe('a new customer', () => {
  it('needs only a name', async () => {
    const id = newId();
    expect(await create({ id, name: '  Núria  ' })).toBe('done');
    expect(await rowOf(id)).toEqual({
      name: 'Núria',
      email: '',
      phone: '',
      notes: '',
      language: null,
      tags: [],
      author_id: ctx.userId,
      account_id: members.accountId,
      created: NOW,
      updated: NOW,
    });
  });

  it('trims an address as entered on a phone', async () => {
    const id = newId();
    expect(await create({ id, name: 'Pau', email: ' Pau@Example.ORG ', language: 'ca' })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ email: 'pau@example.org', language: 'ca' });
  });

  it('with an existing id is a conflict and changes nothing', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { name: 'First' });
    expect(await create({ id, name: 'Second' })).toBe('conflict');
    expect((await rowOf(id))['name']).toBe('First');
  });

  it.each([
    { name: '' },
    { name: undefined },
    { name: 'x'.repeat(121) },
    { id: 'i'.repeat(20) },
    { id: newId(19) },
    { email: 'nobody' },
    { phone: '1'.repeat(41) },
    { notes: 'x'.repeat(10_001) },
    { notes: 'a\u0000' },
    { language: 'fr' },
    { accountId: '0'.repeat(10) },
    { authorId: '00000000-0000-4000-8000-000000000000' },
    { createdAt: 0 },
    { tags: Array.from({ length: 31 }, (_, index) => `tag ${index}`) },
  ])('is refused with %j', async (wrong) => {
    const id = newId();
    expect(await create({ id, name: 'Nora', ...wrong })).toBe('validation_failed');
    expect(await rowOf(id)).toEqual({});
  });
});

describe('changes', () => {
  it('write the given fields and the server’s time', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { email: 'ada@example.org', notes: 'Old' });
    const before = await rowOf(id);
    expect(await update(id, { name: 'Ada L.', language: 'es' })).toBe('done');
    expect(await rowOf(id)).toEqual({ ...before, name: 'Ada L.', language: 'es', updated: NOW });
    expect(await update(id, { email: '', language: null, tags: ['VIP', 'vip'] })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ email: '', language: null, notes: 'Old', tags: ['VIP'] });
  });

  it.each(['name', 'email', 'phone', 'language'])('of the %s are refused for assistants', async (field) => {
    const id = await insertCustomer(database.pool, members.accountId);
    const before = await rowOf(id);
    const value = field === 'email' ? 'ada@example.org' : field === 'language' ? 'ca' : '600';
    expect(await update(id, { [field]: value }, as('assistant'))).toBe('forbidden');
    expect(await rowOf(id)).toEqual(before);
  });

  it('are refused in the trash', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { deleted_at: new Date() });
    expect(await update(id, { name: 'Gone' })).toBe('not_found');
    expect(await setNotes(id, 'Gone', '')).toBe('not_found');
  });

  it.each([
    { accountId: '0'.repeat(10) },
    { id: newId() },
    { deletedAt: 1 },
    { tags: ['vip', ''] },
    // Notes have a mutator of their own, which detects conflicts.
    { notes: 'x' },
    JSON.parse('{"__proto__": {"notes": "x"}}') as object,
  ])('refuse %j', async (changes) => {
    const id = await insertCustomer(database.pool, members.accountId);
    expect(await update(id, changes)).toBe('validation_failed');
  });
});

describe('notes', () => {
  it('can be edited by assistants', async () => {
    const id = await insertCustomer(database.pool, members.accountId);
    expect(await setNotes(id, 'Prefers mornings', '', as('assistant'))).toBe('done');
    expect(await rowOf(id)).toMatchObject({ notes: 'Prefers mornings', updated: NOW });
  });

  it('changed by another person are not overwritten', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { notes: 'Theirs' });
    expect(await setNotes(id, 'Mine', 'Before')).toBe('edit_conflict');
    expect((await rowOf(id))['notes']).toBe('Theirs');
    expect(await setNotes(id, 'Theirs and mine', 'Theirs')).toBe('done');
  });

  it('equal to the stored text are no conflict', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { notes: 'The same' });
    expect(await setNotes(id, 'The same', 'Before')).toBe('done');
  });

  it('saved concurrently report a conflict to the second', async () => {
    const id = await insertCustomer(database.pool, members.accountId);
    const ends = await Promise.all([setNotes(id, 'One', ''), setNotes(id, 'Two', '')]);
    expect(ends.toSorted()).toEqual(['done', 'edit_conflict']);
    expect((await rowOf(id))['notes']).toBe(ends[0] === 'done' ? 'One' : 'Two');
  });
});

describe('bulk tags', () => {
  const setTags = (ids: string[], add: string[], remove: string[] = []) =>
    office.mutate('customers.setTags', { ids, add, remove, now: CLIENT }, ctx);
  const tagged = (tags: string[]) => insertCustomer(database.pool, members.accountId, { tags });
  const tagsOf = async (ids: string[]) => Promise.all(ids.map(async (id) => (await rowOf(id))['tags']));

  it('are added and removed regardless of case, in order', async () => {
    const ids = [await tagged([]), await tagged(['Wedding', 'VIP']), await tagged(['old'])];
    expect(await setTags(ids, ['vip'], ['OLD'])).toBe('done');
    expect(await tagsOf(ids)).toEqual([['vip'], ['Wedding', 'VIP'], ['vip']]);
  });

  it('skip customers in the trash', async () => {
    const gone = await insertCustomer(database.pool, members.accountId, { deleted_at: new Date() });
    const there = await tagged([]);
    expect(await setTags([there, gone], ['vip'])).toBe('done');
    expect(await tagsOf([there, gone])).toEqual([['vip'], []]);
  });

  it('are limited for each customer; all change or none', async () => {
    const full = await tagged(Array.from({ length: 30 }, (_, index) => `tag ${index}`));
    const ids = [await tagged([]), full];
    expect(await setTags(ids, ['one more'])).toBe('limit_reached');
    expect((await tagsOf(ids))[0]).toEqual([]);
  });
});

describe('the trash', () => {
  const mutate = (name: 'trash' | 'restore', ids: string[]) =>
    office.mutate(`customers.${name}`, { ids, now: CLIENT }, ctx);
  const deletedAt = async (id: string) =>
    (await database.pool.query('select deleted_at from customers where id = $1', [id])).rows[0].deleted_at as Date;

  it('keeps customers for 30 days and restores them', async () => {
    const ids = [
      await insertCustomer(database.pool, members.accountId),
      await insertCustomer(database.pool, members.accountId),
    ];
    expect(await mutate('trash', ids)).toBe('done');
    expect(await Promise.all(ids.map(deletedAt))).toEqual([new Date(NOW), new Date(NOW)]);
    expect(await mutate('restore', ids)).toBe('done');
    expect(await Promise.all(ids.map(deletedAt))).toEqual([null, null]);
  });

  it('restores remaining customers, but no erased one', async () => {
    const longAgo = { deleted_at: new Date(NOW - 90 * DAY_MS) };
    const id = await insertCustomer(database.pool, members.accountId, longAgo);
    expect(await mutate('restore', [id])).toBe('done');
    expect(await deletedAt(id)).toBeNull();
    const erased = await insertCustomer(database.pool, members.accountId, { ...longAgo, erased_at: new Date(NOW) });
    expect(await mutate('restore', [erased])).toBe('not_found');
  });
});

describe('a dismissed duplicate', () => {
  const mutate = (name: 'markDistinct' | 'unmarkDistinct', pairs: readonly CustomerPair[]) =>
    office.mutate(`customers.${name}`, { pairs, now: CLIENT } as never, ctx);
  const marked = async () => {
    const sql =
      'select customer_id, other_customer_id, author_id, created_at from dismissed_duplicates where account_id = $1';
    return (await database.pool.query(sql, [members.accountId])).rows as Record<string, unknown>[];
  };
  const some = async (count: number) => {
    const made = Array.from({ length: count }, () => insertCustomer(database.pool, members.accountId));
    return (await Promise.all(made)).toSorted();
  };

  it('is stored once for each pair and can be undone', async () => {
    const ids = await some(3);
    const pairs = listPairs(ids.toReversed());
    expect(pairs).toEqual([
      [ids[0], ids[1]],
      [ids[0], ids[2]],
      [ids[1], ids[2]],
    ]);
    expect(await mutate('markDistinct', pairs)).toBe('done');
    expect(await mutate('markDistinct', pairs.slice(0, 1))).toBe('done');
    const said = { author_id: ctx.userId, created_at: new Date(NOW) };
    expect(await marked()).toEqual(
      pairs.map(([customer_id, other_customer_id]) => ({ customer_id, other_customer_id, ...said })),
    );
    expect(await mutate('unmarkDistinct', pairs.slice(0, 2))).toBe('done');
    expect(await mutate('unmarkDistinct', pairs.slice(0, 2))).toBe('done');
    expect(await marked()).toMatchObject([{ customer_id: ids[1], other_customer_id: ids[2] }]);
    await database.pool.query('delete from customers where id = $1', [ids[1]]);
    expect(await marked()).toEqual([]);
  });

  it('needs two existing customers, in order', async () => {
    const [one, other] = (await some(2)) as [string, string];
    for (const pairs of [[], [[other, one]], [[one, one]]])
      expect(await mutate('markDistinct', pairs as never)).toBe('validation_failed');
    expect(await mutate('markDistinct', listPairs([one, other, newId()]))).toBe('not_found');
    expect(await marked()).toEqual([]);
  });
});
