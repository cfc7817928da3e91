import { beforeEach, describe, expect, it } from 'vitest';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';
import { makeStudio, publishedGallery, type Studio } from '../support/studio.ts';

expectLogged('trash_failed');

const api = await testApi();
let studio: Studio;
let away: { deleted_at: Date };
beforeEach(async () => {
  studio = await makeStudio(api);
  away = { deleted_at: new Date(api.clock.now()) };
});

const query = async (sql: string, ...values: unknown[]) => (await api.db.pool.query<Row>(sql, values)).rows;
const person = (values: Row = {}) =>
  insertCustomer(api.db.pool, studio.id, { email: 'ada@example.org', ...away, ...values });
const rowOf = async (id: string) => (await query('select name, email, erased_at from customers where id = $1', id))[0];
const KEPT = { name: 'Ada', email: 'ada@example.org', erased_at: null };

async function session(customer_id: string, values: Row = {}): Promise<string> {
  const id = newId();
  const row = { id, account_id: studio.id, author_id: studio.owner.userId, customer_id, date: new Date(0) };
  await insertRow(api.db.pool, 'sessions', { ...row, ...values });
  return id;
}

async function emptied() {
  api.clock.advance(TRASH_MS + 1);
  return emptyTrash(api.jobs);
}

describe('a client at the end of the trash period', () => {
  it('keeps invitations of the surviving client of a merge', async () => {
    const stays = await person({ deleted_at: null, email: 'stays@example.org' });
    const double = await person({ merged_into: stays });
    const gallery_id = await publishedGallery(api, studio, { customer_id: stays });
    const grant = { id: newId(), account_id: studio.id, author_id: studio.owner.userId, gallery_id };
    await insertRow(api.db.pool, 'grants', { ...grant, email: 'ada@example.org', status: 'sent' });
    expect(await emptied()).toMatchObject({ customers: 1 });
    expect([await rowOf(double), await rowOf(stays)]).toMatchObject([undefined, { email: 'stays@example.org' }]);
    expect(await query('select status, email from grants where id = $1', grant.id)).toEqual([
      { status: 'sent', email: 'ada@example.org' },
    ]);
  });

  it('stays while accounting records name them', async () => {
    const id = await person();
    const session_id = await session(id, { status: 'completed', type: 'Two dogs', notes: 'Two dogs' });
    const payment = { id: newId(), account_id: studio.id, author_id: studio.owner.userId, session_id };
    const money = { date: new Date(0), amount: 100, currency: 'EUR', status: 'paid', notes: 'In cash' };
    await insertRow(api.db.pool, 'payments', { ...payment, ...money, receipt: '2026-1' });
    const data = { number: '2026-1', client: { name: 'Ada' }, session: { name: 'Two dogs' } };
    await insertRow(api.db.pool, 'receipts', { payment_id: payment.id, account_id: studio.id, number: '2026-1', data });
    expect(await emptied()).toMatchObject({ customers: 0 });
    expect(await rowOf(id)).toEqual(KEPT);
    expect(await query('select data from receipts where payment_id = $1', payment.id)).toEqual([{ data }]);
    expect(await query('select notes from payments where id = $1', payment.id)).toEqual([{ notes: 'In cash' }]);
    expect(await query('select notes from sessions where id = $1', session_id)).toEqual([{ notes: 'Two dogs' }]);
  });

  it.each(['inquiry', 'scheduled', 'confirmed'])('stays while a session of theirs is %s', async (status) => {
    const id = await person();
    const sessionId = await session(id, { status, date: new Date(api.clock.now() + 2 * TRASH_MS) });
    expect(await emptied()).toMatchObject({ customers: 0 });
    expect(await rowOf(id)).toEqual(KEPT);
    await query(`update sessions set status = 'cancelled' where id = $1`, sessionId);
    expect(await emptyTrash(api.jobs)).toMatchObject({ customers: 1 });
    expect(await rowOf(id)).toMatchObject({ name: '—', email: '', erased_at: expect.any(Date) });
  });

  it('ends the exports that contain them', async () => {
    const exported = { account_id: studio.id, author_id: studio.owner.userId, status: 'ready', size: 1 };
    const until = new Date(api.clock.now() + 2 * TRASH_MS);
    const ready = { ...exported, id: newId(), ready_at: new Date(api.clock.now()), expires_at: until };
    await insertRow(api.db.pool, 'account_exports', ready);
    const key = `exports/${studio.id}/${ready.id}/studio.zip`;
    await api.services.storage.put('renditions', key, new Uint8Array(1), { contentType: 'application/zip' });
    await person();
    expect(await emptied()).toMatchObject({ customers: 1 });
    await runOutbox(api.jobs);
    expect(await query('select status from account_exports where id = $1', ready.id)).toEqual([{ status: 'expired' }]);
    expect(await api.services.storage.head('renditions', key)).toBeNull();
  });

  it('is erased although others cannot be', async () => {
    const [stuck, id] = [await person({ name: 'Stuck' }), await person()];
    await query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before delete on customers for each row when (old.name = 'Stuck')
         execute function refuse()`,
    );
    const visitor = { id: newId(), token_hash: newId(43), expires_at: new Date(api.clock.now()) };
    await insertRow(api.db.pool, 'visitors', visitor);
    expect(await emptied()).toMatchObject({ customers: 1 });
    expect([await rowOf(stuck), await rowOf(id)]).toMatchObject([{ name: 'Stuck' }, undefined]);
    expect(await query('select from visitors where id = $1', visitor.id)).toEqual([]);
    await query('drop function refuse cascade');
    expect(await emptyTrash(api.jobs)).toMatchObject({ customers: 1 });
  });
});
