import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT, mutatorStudio, type MutatorStudio } from '../support/mutator-studio.ts';
import { insertAccount, insertCustomer, newId, type Row } from '../support/rows.ts';

let studio: MutatorStudio;
beforeAll(async () => {
  studio = await mutatorStudio('photographer');
});
afterAll(() => studio?.close());
beforeEach(() => studio.query('delete from customers'));

const customer = (values: Row) => insertCustomer(studio.database.pool, studio.members.accountId, values);
const step = (create: object[], fill: object[] = []) =>
  studio.office.mutate('customers.importMany', { create, fill, now: CLIENT } as never, studio.ctx);
const all = () => studio.query('select name, email, phone, notes, tags from customers order by name, phone');

describe('an import batch', () => {
  it('creates new clients and fills empty fields of existing ones', async () => {
    const ada = await customer({ name: 'Ada', phone: '600' });
    const fields = { name: 'Ada Lovelace', phone: '611', notes: 'Two dogs', tags: ['vip'] };
    expect(await step([{ id: newId(), name: 'Nora', email: 'nora@example.org' }], [{ id: ada, fields }])).toBe('done');
    expect(await all()).toEqual([
      { name: 'Ada', email: '', phone: '600', notes: 'Two dogs', tags: ['vip'] },
      { name: 'Nora', email: 'nora@example.org', phone: '', notes: '', tags: [] },
    ]);
  });

  it('creates the second person of a new client once, and none of an existing one', async () => {
    const second = () => ({ id: newId(), name: 'Pau', email: 'pau@example.org', phone: '' });
    const nora = { id: newId(), name: 'Nora', email: 'nora@example.org', second: second() };
    expect([await step([nora]), await step([nora])]).toEqual(['done', 'done']);
    expect(await step([{ ...nora, id: newId(), second: { ...second(), name: 'Joan' } }])).toBe('done');
    expect(await studio.query('select name, email, signs from customer_contacts order by position')).toEqual([
      { name: '', email: 'nora@example.org', signs: true },
      { name: 'Pau', email: 'pau@example.org', signs: false },
    ]);
  });

  it('gives no client an address: links to amounts of their sessions go there', async () => {
    const others = await customer({ name: 'Others' });
    expect(await step([], [{ id: others, fields: { email: 'thief@example.org' } }])).toBe('validation_failed');
    expect(await all()).toMatchObject([{ name: 'Others', email: '' }]);
  });

  it('repeated changes nothing and keeps later edits', async () => {
    const nora = { id: newId(), name: 'Nora' };
    await step([nora]);
    await studio.query(`update customers set name = 'Nora B.'`);
    expect(await step([nora])).toBe('done');
    expect(await all()).toMatchObject([{ name: 'Nora B.' }]);
  });

  it('creates no duplicate email, also in concurrent imports', async () => {
    const nora = (phone: string) => ({ id: newId(), name: 'Nora', email: 'nora@example.org', phone });
    expect(await Promise.all([step([nora('600')]), step([nora('600')])])).toEqual(['done', 'done']);
    expect(await step([{ ...nora('611'), notes: 'New' }])).toBe('done');
    expect(await all()).toEqual([{ name: 'Nora', email: 'nora@example.org', phone: '600', notes: 'New', tags: [] }]);
  });

  it('skips matches in the trash, and creates a client whose match by email is new', async () => {
    const gone = await customer({ name: 'Gone', email: 'gone@example.org', deleted_at: new Date() });
    expect(
      await step([{ id: newId(), name: 'New', email: 'gone@example.org' }], [{ id: gone, fields: { phone: '600' } }]),
    ).toBe('done');
    expect(await all()).toMatchObject([
      { name: 'Gone', phone: '' },
      { name: 'New', phone: '' },
    ]);
  });

  it('refuses an id of another account and creates nobody', async () => {
    const { id: elsewhere } = await insertAccount(studio.database.pool);
    const foreign = await insertCustomer(studio.database.pool, elsewhere, { name: 'Foreign' });
    const outcome = await step([
      { id: newId(), name: 'Nora' },
      { id: foreign, name: 'Nora' },
    ]);
    expect(outcome).toBe('conflict');
    expect(await all()).toMatchObject([{ name: 'Foreign' }]);
  });

  it('has between 1 and 200 rows', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({ id: newId(), name: `Client ${index}` }));
    expect(await step([])).toBe('validation_failed');
    expect(await step(rows)).toBe('validation_failed');
    expect(await step(rows.slice(1))).toBe('done');
    expect(await all()).toHaveLength(200);
  });
});
