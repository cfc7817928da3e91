import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#core/domain/roles.ts';
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
const create = (args: object, by: Ctx = ctx) => office.act('customers.create', { now: CLIENT, ...args } as never, by);
const update = (id: string, changes: object, by: Ctx = ctx) =>
  office.act('customers.update', { id, changes, now: CLIENT } as never, by);

async function rowOf(id: string): Promise<Row> {
  const { rows } = await database.pool.query<Row>(
    `select name, email, phone, notes, language, tags, author_id, account_id,
       extract(epoch from created_at)::float8 * 1000 as created, extract(epoch from updated_at)::float8 * 1000 as updated
     from customers where id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

describe('a new customer', () => {
  it('needs no more than a name', async () => {
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

  it('takes an address as a phone completes it', async () => {
    const id = newId();
    expect(await create({ id, name: 'Pau', email: ' Pau@Example.ORG ', language: 'ca' })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ email: 'pau@example.org', language: 'ca' });
  });

  it('under a key that is taken is a conflict, and changes nothing', async () => {
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
    { tags: ['vip'] },
  ])('is refused with %j', async (wrong) => {
    const id = newId();
    expect(await create({ id, name: 'Nora', ...wrong })).toBe('validation_failed');
    expect(await rowOf(id)).toEqual({});
  });
});

describe('changes', () => {
  it('write what they name, at the time of the server', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { email: 'ada@example.org', notes: 'Old' });
    const before = await rowOf(id);
    expect(await update(id, { name: 'Ada L.', language: 'es' })).toBe('done');
    expect(await rowOf(id)).toEqual({ ...before, name: 'Ada L.', language: 'es', updated: NOW });
    expect(await update(id, { email: '', language: null })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ email: '', language: null, notes: 'Old' });
  });

  it.each(['name', 'email', 'phone', 'language'])(
    'of the %s are not for assistants, also beside notes',
    async (field) => {
      const id = await insertCustomer(database.pool, members.accountId);
      const before = await rowOf(id);
      const value = field === 'email' ? 'ada@example.org' : field === 'language' ? 'ca' : '600';
      for (const changes of [{ [field]: value }, { notes: 'Kind', [field]: value }])
        expect(await update(id, changes, as('assistant'))).toBe('forbidden');
      expect(await rowOf(id)).toEqual(before);
    },
  );

  it('of the notes are', async () => {
    const id = await insertCustomer(database.pool, members.accountId);
    expect(await update(id, { notes: 'Prefers mornings' }, as('assistant'))).toBe('done');
    expect((await rowOf(id))['notes']).toBe('Prefers mornings');
  });

  it('are refused in the trash', async () => {
    const id = await insertCustomer(database.pool, members.accountId, { deleted_at: new Date() });
    expect(await update(id, { notes: 'Gone' })).toBe('not_found');
  });

  it.each([
    { accountId: '0'.repeat(10) },
    { id: newId() },
    { deletedAt: 1 },
    { tags: [] },
    JSON.parse('{"__proto__": {"notes": "x"}}') as object,
  ])('refuse %j', async (changes) => {
    const id = await insertCustomer(database.pool, members.accountId);
    expect(await update(id, changes)).toBe('validation_failed');
  });
});
