import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberContext } from '../support/back-office-rows.ts';
import { CLIENT, mutatorStudio, type MutatorStudio, NOW } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

let studio: MutatorStudio;
beforeAll(async () => {
  studio = await mutatorStudio('photographer');
});
afterAll(() => studio?.close());

async function lead(values: Row = {}): Promise<string> {
  const id = newId();
  const said = { name: 'Mar', email: `${id}@example.org`, message: 'Are you free in May?', language: 'ca' };
  const account_id = studio.members.accountId;
  await insertRow(studio.database.pool, 'leads', { id, account_id, phone: '600', ...said, ...values });
  return id;
}
const accept = (id: string, more: object = {}) =>
  studio.office.mutate('leads.accept', { id, customerId: newId(), now: CLIENT, ...more } as never, studio.ctx);
const read = async (id: string) => (await studio.query('select * from leads where id = $1', [id]))[0]!;
const clients = (email: string) => studio.query('select * from customers where lower(email) = $1', [email]);
const session = () => ({ id: newId(), date: NOW, duration: 90 });

describe('accepting a lead', () => {
  it('makes a client and an inquiry with the visitor’s message', async () => {
    const author = { account_id: studio.members.accountId, author_id: studio.ctx.userId };
    const type = newId();
    await insertRow(studio.database.pool, 'session_types', { id: type, ...author, name: 'Portrait' });
    const id = await lead({ session_type_id: type });
    const made = session();
    expect(await accept(id, { session: made })).toBe('done');
    const [client] = await clients(`${id}@example.org`);
    expect(client).toMatchObject({ name: 'Mar', phone: '600', language: 'ca' });
    const [inquiry] = await studio.query('select * from sessions where id = $1', [made.id]);
    const expected = { status: 'inquiry', source: 'client', client_message: 'Are you free in May?', duration: 90 };
    expect(inquiry).toMatchObject({ ...expected, customer_id: client!['id'], session_type_id: type });
    const linked = { status: 'answered', customer_id: client!['id'], session_id: made.id };
    expect(await read(id)).toMatchObject(linked);
    const events = await studio.query('select kind, actor_id from session_events where session_id = $1', [made.id]);
    expect(events).toEqual([{ kind: 'created', actor_id: studio.ctx.userId }]);
    // The client gets no mail: nobody has checked the address.
    expect(await studio.query('select from messages where session_id = $1', [made.id])).toEqual([]);
  });

  it('uses the client with the same email, and leaves their details alone', async () => {
    const id = await lead({ email: 'known@example.org' });
    const known = await insertCustomer(studio.database.pool, studio.members.accountId, {
      name: 'Mar Riera',
      email: 'known@example.org',
    });
    await accept(id);
    expect(await clients('known@example.org')).toMatchObject([{ id: known, name: 'Mar Riera', phone: '' }]);
    expect(await read(id)).toMatchObject({ customer_id: known, session_id: null });
  });

  it('makes one client of two leads accepted at the same time', async () => {
    const ids = [await lead({ email: 'twice@example.org' }), await lead({ email: 'twice@example.org' })];
    await Promise.all(ids.map((id) => accept(id)));
    expect(await clients('twice@example.org')).toHaveLength(1);
  });

  it('is refused the second time', async () => {
    const id = await lead();
    await accept(id);
    expect(await accept(id)).toBe('conflict');
  });

  it('leaves out a session type that was archived since', async () => {
    const type = newId();
    const row = { id: type, account_id: studio.members.accountId, author_id: studio.ctx.userId, name: 'Old' };
    await insertRow(studio.database.pool, 'session_types', { ...row, archived_at: new Date() });
    const made = session();
    expect(await accept(await lead({ session_type_id: type }), { session: made })).toBe('done');
    const [inquiry] = await studio.query('select session_type_id from sessions where id = $1', [made.id]);
    expect(inquiry).toEqual({ session_type_id: null });
  });

  it('sets a price only for members who may bill the session', async () => {
    const made = { ...session(), price: 12_000 };
    expect(await accept(await lead(), { session: made })).toBe('forbidden');
    const owner = memberContext(studio.members, 'owner', () => NOW);
    const args = { id: await lead(), customerId: newId(), session: made, now: CLIENT };
    expect(await studio.office.mutate('leads.accept', args as never, owner)).toBe('done');
    const [billing] = await studio.query('select payment_amount from session_billing where session_id = $1', [made.id]);
    expect(billing).toEqual({ payment_amount: 12_000 });
  });
});

it('setStatus changes every status into every other, also back', async () => {
  const id = await lead();
  for (const to of ['spam', 'new', 'archived', 'answered', 'archived', 'spam', 'answered', 'new'] as const) {
    await studio.office.mutate('leads.setStatus', { ids: [id], to, now: CLIENT }, studio.ctx);
    expect((await read(id))['status']).toBe(to);
  }
});

it('remove deletes the message and keeps its client', async () => {
  const id = await lead();
  await accept(id);
  await studio.office.mutate('leads.remove', { ids: [id], now: CLIENT }, studio.ctx);
  expect(await studio.query('select from leads where id = $1', [id])).toEqual([]);
  expect(await clients(`${id}@example.org`)).toHaveLength(1);
});

it('a merge moves a client’s leads to the kept client', async () => {
  const [kept, double] = [
    await insertCustomer(studio.database.pool, studio.members.accountId, {}),
    await insertCustomer(studio.database.pool, studio.members.accountId, {}),
  ];
  const id = await lead({ customer_id: double });
  await studio.office.mutate('customers.merge', { keepId: kept, mergeIds: [double], now: CLIENT }, studio.ctx);
  expect((await read(id))['customer_id']).toBe(kept);
});
