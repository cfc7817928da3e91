import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitingSessions } from '../support/database.ts';
import { CLIENT, mutatorStudio, NOW, type MutatorStudio } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

let studio: MutatorStudio;
let ada: string;
let double: string;
beforeAll(async () => {
  studio = await mutatorStudio('admin');
});
afterAll(() => studio?.close());
beforeEach(async () => {
  ada = await customer({ name: 'Ada', email: 'ada@example.org', notes: 'Two dogs', tags: ['VIP'] });
  double = await customer({
    name: 'Ada L.',
    phone: '600',
    address: 'Gran Via 1',
    notes: 'Late',
    tags: ['vip', 'boda'],
  });
});

const customer = (values: Row) => insertCustomer(studio.database.pool, studio.members.accountId, values);
const merge = (keepId: string, mergeIds: string[], fields: object = {}) =>
  studio.office.mutate('customers.merge', { keepId, mergeIds, fields, now: CLIENT } as never, studio.ctx);
const rowOf = async (id: string) =>
  (
    await studio.query(
      'select name, email, phone, address, notes, tags, deleted_at, merged_into from customers where id = $1',
      [id],
    )
  )[0];

async function session(customerId: string): Promise<string> {
  const id = newId();
  const own = {
    account_id: studio.members.accountId,
    author_id: studio.ctx.userId,
    photographer_id: studio.ctx.userId,
  };
  await insertRow(studio.database.pool, 'sessions', { id, ...own, customer_id: customerId, date: new Date() });
  return id;
}

describe('merging two clients', () => {
  it('leaves the links of contacts with the rights that each has', async () => {
    const { accountId } = studio.members;
    const further = { account_id: accountId, author_id: studio.ctx.userId, customer_id: double, position: 1 };
    const [bookkeeper, known] = [newId(), newId()];
    await studio.query("update customers set email = 'lovelace@example.org' where id = $1", [double]);
    await insertRow(studio.database.pool, 'customer_contacts', { id: bookkeeper, ...further, email: 'b@example.org' });
    await insertRow(studio.database.pool, 'customer_contacts', { id: known, ...further, email: 'ada@example.org' });
    for (const contact of [double, bookkeeper, known]) {
      await studio.query(
        `insert into client_links (id, account_id, customer_id, email, contact_id, expires_at)
         values ($1, $2, $3, 'x@example.org', $4, now() + interval '1 day')`,
        [newId(), accountId, double, contact],
      );
    }
    expect(await merge(ada, [double])).toBe('done');
    const links = await studio.query(
      `select p.email, p.customer_id from client_links k join customer_contacts p on p.id = k.contact_id
       where k.customer_id = $1 order by p.email`,
      [ada],
    );
    expect(links).toEqual([
      { email: 'ada@example.org', customer_id: ada },
      { email: 'ada@example.org', customer_id: ada },
      { email: 'b@example.org', customer_id: ada },
    ]);
  });

  it('keeps one with both clients’ data and trashes the other', async () => {
    expect(await merge(ada, [double])).toBe('done');
    expect(await rowOf(ada)).toEqual({
      name: 'Ada',
      email: 'ada@example.org',
      phone: '600',
      address: 'Gran Via 1',
      notes: 'Two dogs\n\nLate',
      tags: ['VIP', 'boda'],
      deleted_at: null,
      merged_into: null,
    });
    expect(await rowOf(double)).toMatchObject({ name: 'Ada L.', deleted_at: new Date(NOW), merged_into: ada });
  });

  it('keeps the chosen values', async () => {
    expect(await merge(ada, [double], { name: 'Ada L.', email: '' })).toBe('done');
    expect(await rowOf(ada)).toMatchObject({ name: 'Ada L.', email: '', phone: '600' });
  });

  it('keeps a replaced address for a later erasure', async () => {
    const former = () => studio.query('select email from previous_emails where customer_id = $1', [ada]);
    expect(await merge(ada, [double])).toBe('done');
    expect(await former()).toEqual([]);
    await studio.query(`update customers set email = 'Ada@example.org' where id = $1`, [ada]);
    expect(await merge(ada, [await customer({ name: 'Ada' })], { email: 'new@example.org' })).toBe('done');
    expect(await former()).toEqual([{ email: 'ada@example.org' }]);
  });

  it('moves proposals, with the links of their contacts', async () => {
    const author = { account_id: studio.members.accountId, author_id: studio.ctx.userId };
    const id = newId();
    const sent = { status: 'proposed', sent_at: new Date(), valid_until: new Date() };
    await insertRow(studio.database.pool, 'proposals', { id, ...author, title: 'Boda', customer_id: double, ...sent });
    await studio.query(
      `insert into proposal_links (token_hash, account_id, proposal_id, contact_id, expires_at)
       select $1, p.account_id, $2, p.id, now() from customer_contacts p where p.customer_id = $3`,
      ['x'.repeat(43), id, double],
    );
    expect(await merge(ada, [double])).toBe('done');
    const moved = await studio.query(
      `select p.customer_id, c.customer_id as contact_of from proposals p join proposal_links k on k.proposal_id = p.id
         join customer_contacts c on c.id = k.contact_id where p.id = $1`,
      [id],
    );
    expect(moved).toEqual([{ customer_id: ada, contact_of: ada }]);
  });

  it('moves sessions, payments, galleries and mails', async () => {
    const sessionId = await session(double);
    const galleryId = await studio.gallery({ customer_id: double });
    const about = { account_id: studio.members.accountId, session_id: sessionId };
    const [paymentId, messageId] = [newId(), newId()];
    await insertRow(studio.database.pool, 'payments', {
      id: paymentId,
      ...about,
      author_id: studio.ctx.userId,
      date: new Date(),
      amount: 100,
      currency: 'EUR',
    });
    await insertRow(studio.database.pool, 'messages', {
      id: messageId,
      ...about,
      customer_id: double,
      kind: 'booking_confirmed',
      recipient: 'ada@example.org',
      language: 'en',
    });
    expect(await merge(ada, [double])).toBe('done');
    const found = await studio.query(
      `select customer_id from sessions where id = $1 union all select customer_id from payments where id = $2
       union all select customer_id from session_billing where session_id = $1
       union all select customer_id from galleries where id = $3 union all select customer_id from messages where id = $4`,
      [sessionId, paymentId, galleryId, messageId],
    );
    expect(found).toEqual(Array.from({ length: 5 }, () => ({ customer_id: ada })));
  });

  it('fails if one was trashed before', async () => {
    const gone = await customer({ name: 'Gone', deleted_at: new Date() });
    for (const ids of [
      [ada, gone],
      [gone, ada],
    ])
      expect(await merge(ids[0]!, [double, ids[1]!])).toBe('not_found');
    expect(await rowOf(double)).toMatchObject({ deleted_at: null, merged_into: null });
  });

  it('does not truncate combined notes and tags', async () => {
    const wordy = await customer({ name: 'Wordy', notes: 'x'.repeat(9_995) });
    expect(await merge(wordy, [double])).toBe('limit_reached');
    const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    expect(await merge(await customer({ name: 'Tagged', tags }), [double])).toBe('limit_reached');
    expect(await rowOf(double)).toMatchObject({ deleted_at: null });
  });

  it('refuses one client with itself', async () => {
    expect(await merge(ada, [double, ada])).toBe('validation_failed');
  });
});

describe('a merged client', () => {
  it('redirects after the surviving one is merged in turn', async () => {
    const third = await customer({ name: 'Third' });
    await merge(ada, [double]);
    await merge(third, [ada]);
    expect(await rowOf(double)).toMatchObject({ merged_into: third });
    const late = await session(double);
    expect(await studio.query('select customer_id from sessions where id = $1', [late])).toEqual([
      { customer_id: third },
    ]);
  });

  it('can be restored alone', async () => {
    await merge(ada, [double]);
    expect(await studio.office.mutate('customers.restore', { ids: [double], now: CLIENT }, studio.ctx)).toBe('done');
    expect(await rowOf(double)).toMatchObject({ deleted_at: null, merged_into: null });
    const sessionId = await session(double);
    expect(await studio.query('select customer_id from sessions where id = $1', [sessionId])).toEqual([
      { customer_id: double },
    ]);
  });
});

/** Starts `work` in another transaction while this one holds locks, and calls `then` once `work` waits for them. */
async function meanwhile(
  sql: string | string[],
  values: unknown[],
  work: () => Promise<unknown>,
  then = 'select',
): Promise<unknown> {
  const client = await studio.database.pool.connect();
  try {
    await client.query('begin');
    for (const each of [sql].flat()) await client.query(each, values);
    const outcome = work();
    await expect.poll(() => waitingSessions(studio.database.pool)).toBe(1);
    await client.query(then);
    await client.query('commit');
    return await outcome;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('concurrently with a merge', () => {
  it('a booked session moves to the surviving client', async () => {
    const id = newId();
    const outcome = await meanwhile(
      'insert into sessions (id, account_id, author_id, photographer_id, customer_id, date) values ($1, $2, $3, $3, $4, now())',
      [id, studio.members.accountId, studio.ctx.userId, double],
      () => merge(ada, [double]),
    );
    expect(outcome).toBe('done');
    expect(await studio.query('select customer_id from sessions where id = $1', [id])).toEqual([{ customer_id: ada }]);
  });

  it('a later session moves to the surviving client', async () => {
    const id = newId();
    const merging = [
      'select from customers where id in ($1, $2) for update',
      'update customers set deleted_at = now(), merged_into = $2 where id = $1',
    ];
    await meanwhile(merging, [double, ada], () =>
      studio.query(
        'insert into sessions (id, account_id, author_id, customer_id, date) values ($1, $2, $3, $4, now())',
        [id, studio.members.accountId, studio.ctx.userId, double],
      ),
    );
    expect(await studio.query('select customer_id from sessions where id = $1', [id])).toEqual([{ customer_id: ada }]);
  });

  it.each(['kept', 'merged'])('a session change of the %s client continues with the surviving one', async (which) => {
    const id = which === 'kept' ? ada : double;
    const sessionId = await session(id);
    const outcome = await meanwhile(
      "update sessions set notes = 'Late' where id = $1",
      [sessionId],
      () => merge(ada, [double]),
      `select from customers where id = '${id}' for key share`,
    );
    expect(outcome).toBe('done');
    expect(await studio.query('select notes, customer_id from sessions where id = $1', [sessionId])).toEqual([
      { notes: 'Late', customer_id: ada },
    ]);
  });

  it('an edit of either client is part of the merge', async () => {
    const outcome = await meanwhile("update customers set phone = '611' where id = $1", [double], () =>
      merge(ada, [double]),
    );
    expect(outcome).toBe('done');
    expect(await rowOf(ada)).toMatchObject({ phone: '611' });
  });

  it('an edit after the merge is refused and writes nothing', async () => {
    const sql = 'update customers set deleted_at = now(), merged_into = $2 where id = $1';
    const outcome = await meanwhile(sql, [double, ada], () =>
      studio.office.mutate('customers.update', { id: double, changes: { phone: '622' }, now: CLIENT }, studio.ctx),
    );
    expect(outcome).toBe('not_found');
    expect(await rowOf(double)).toMatchObject({ phone: '600' });
  });

  it('the reverse merge causes no deadlock', async () => {
    const ends = await Promise.all([merge(ada, [double]), merge(double, [ada])]);
    expect(ends.toSorted()).toEqual(['done', 'not_found']);
  });
});
