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
  studio.office.act('customers.importMany', { create, fill, now: CLIENT } as never, studio.ctx);
const all = () => studio.query('select name, email, phone, notes, tags from customers order by name, phone');

describe('a step of an import', () => {
  it('makes those who are new, and fills what others do not say', async () => {
    const ada = await customer({ name: 'Ada', phone: '600' });
    const fields = { name: 'Ada Lovelace', phone: '611', notes: 'Two dogs', tags: ['vip'] };
    expect(await step([{ id: newId(), name: 'Nora', email: 'nora@example.org' }], [{ id: ada, fields }])).toBe('done');
    expect(await all()).toEqual([
      { name: 'Ada', email: '', phone: '600', notes: 'Two dogs', tags: ['vip'] },
      { name: 'Nora', email: 'nora@example.org', phone: '', notes: '', tags: [] },
    ]);
  });

  it('that comes twice changes nothing the second time, nor what was changed in between', async () => {
    const nora = { id: newId(), name: 'Nora' };
    await step([nora]);
    await studio.query(`update customers set name = 'Nora B.'`);
    expect(await step([nora])).toBe('done');
    expect(await all()).toMatchObject([{ name: 'Nora B.' }]);
  });

  it('makes nobody who is there by e-mail, also where two import the same file at once', async () => {
    const nora = (phone: string) => ({ id: newId(), name: 'Nora', email: 'nora@example.org', phone });
    expect(await Promise.all([step([nora('600')]), step([nora('600')])])).toEqual(['done', 'done']);
    expect(await step([{ ...nora('611'), notes: 'New' }])).toBe('done');
    expect(await all()).toEqual([{ name: 'Nora', email: 'nora@example.org', phone: '600', notes: 'New', tags: [] }]);
  });

  it('passes over who is in the trash by now, and makes anew who is there by e-mail', async () => {
    const gone = await customer({ name: 'Gone', email: 'gone@example.org', deleted_at: new Date() });
    expect(
      await step([{ id: newId(), name: 'New', email: 'gone@example.org' }], [{ id: gone, fields: { phone: '600' } }]),
    ).toBe('done');
    expect(await all()).toMatchObject([
      { name: 'Gone', phone: '' },
      { name: 'New', phone: '' },
    ]);
  });

  it('takes no id that is another account’s, and makes nobody then', async () => {
    const { id: elsewhere } = await insertAccount(studio.database.pool);
    const foreign = await insertCustomer(studio.database.pool, elsewhere, { name: 'Foreign' });
    const outcome = await step([
      { id: newId(), name: 'Nora' },
      { id: foreign, name: 'Nora' },
    ]);
    expect(outcome).toBe('conflict');
    expect(await all()).toMatchObject([{ name: 'Foreign' }]);
  });

  it('has 200 rows at most, and one at least', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({ id: newId(), name: `Client ${index}` }));
    expect(await step([])).toBe('validation_failed');
    expect(await step(rows)).toBe('validation_failed');
    expect(await step(rows.slice(1))).toBe('done');
    expect(await all()).toHaveLength(200);
  });
});
