import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { scheduleMessage } from '#functions/outbox/messages.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { type MutatorStudio, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

const DUE = NOW + HOUR_MS;

let studio: MutatorStudio;
let customerId: string;
let sessionId: string;
let id: string;
beforeAll(async () => {
  studio = await mutatorStudio('owner');
  customerId = await insertCustomer(studio.database.pool, studio.ctx.accountId, { email: 'ada@example.org' });
});
afterAll(() => studio?.close());
beforeEach(async () => {
  const { accountId, userId } = studio.ctx;
  sessionId = newId();
  const booked = { customer_id: customerId, date: new Date(NOW + 48 * HOUR_MS) };
  await insertRow(studio.database.pool, 'sessions', {
    id: sessionId,
    account_id: accountId,
    author_id: userId,
    ...booked,
  });
  id = await want('session_reminder');
});

async function want(kind: MessageKind, at = NOW): Promise<string> {
  await scheduleMessage(studio.db, { accountId: studio.ctx.accountId, kind, sessionId, dueAt: DUE }, at);
  const sql = 'select id from messages where session_id = $1 order by created_at desc limit 1';
  return String((await studio.query(sql, [sessionId]))[0]!['id']);
}

/**
 * Runs a mutation as the server does.
 * @returns `done`, or the code of the refusal
 */
async function mutate(name: 'withdraw' | 'undoWithdraw', at = NOW, role: Role = 'owner'): Promise<string> {
  const ctx = memberContext(studio.members, role, () => at);
  const args = { id, now: 0 };
  const acting = studio.office.transaction((tx) => studio.office.mutateIn(tx, `messages.${name}`, args, ctx));
  return acting.then(
    () => 'done',
    (error: Error) => error.message,
  );
}

/** The message, and the due time of its effect if one is queued. */
async function state(): Promise<Row> {
  const sql = `select m.status, m.cancelled_at as at, m.cancelled_by as by, (
      select (extract(epoch from o.run_after) * 1000)::float8 from outbox o
      where o.dedupe_key = 'message:' || m.id and o.done_at is null) as due
    from messages m where m.id = $1`;
  return (await studio.query(sql, [id]))[0]!;
}
const WAITS = { status: 'pending', at: null, by: null, due: DUE };

describe('a pending mail', () => {
  it('records who withdrew it and when, and is not sent', async () => {
    expect(await state()).toEqual(WAITS);
    expect(await mutate('withdraw', NOW, 'assistant')).toBe('forbidden');
    expect(await mutate('withdraw', NOW + 1, 'photographer')).toBe('done');
    const by = studio.members.people.photographer;
    expect(await state()).toEqual({ status: 'cancelled', at: new Date(NOW + 1), by, due: null });
    expect(await mutate('withdraw')).toBe('transition_refused');
  });

  it('cannot be withdrawn while the job sends it, until the attempt fails', async () => {
    const taken = 'update outbox set locked_until = $2 where dedupe_key = $1';
    await studio.query(taken, [`message:${id}`, new Date(NOW + 1000)]);
    expect(await mutate('withdraw')).toBe('mail_sending');
    expect(await state()).toEqual(WAITS);
    expect(await mutate('withdraw', NOW + 1000)).toBe('done');
    expect(await state()).toMatchObject({ status: 'cancelled', due: null });
  });

  it('cannot be withdrawn after it was sent', async () => {
    await studio.query(`update messages set status = 'sent', sent_at = now() where id = $1`, [id]);
    expect(await mutate('withdraw')).toBe('transition_refused');
  });
});

describe('a failed mail', () => {
  const fail = () => studio.query("update messages set status = 'failed', error = 'mail_refused' where id = $1", [id]);
  const failed = async () =>
    (await studio.office.read('messages.failed', { limit: 100 }, studio.ctx)).map((message) => message['id']);

  it('can be dismissed and needs no attention any more', async () => {
    await fail();
    expect(await failed()).toContain(id);
    expect(await mutate('withdraw', NOW + 1, 'photographer')).toBe('done');
    expect(await state()).toMatchObject({ status: 'cancelled', at: new Date(NOW + 1), due: null });
    expect(await failed()).not.toContain(id);
  });

  it('is failed again after undoing the dismissal; the undo sends nothing', async () => {
    await fail();
    await mutate('withdraw');
    expect(await mutate('undoWithdraw', NOW + 1)).toBe('done');
    expect(await state()).toEqual({ status: 'failed', at: null, by: null, due: null });
    expect(await studio.query('select error from messages where id = $1', [id])).toEqual([{ error: 'mail_refused' }]);
    const retrying = { id, now: 0 };
    expect(await studio.office.mutate('messages.retry', retrying, studio.ctx)).toBe('done');
    expect(await state()).toMatchObject({ status: 'pending' });
  });

  it.each([
    ['session', 'sessions', () => sessionId],
    ['client', 'customers', () => customerId],
  ])('needs no attention while its %s is in the trash', async (_, table, idOf) => {
    await fail();
    const trash = (at: Date | null) => studio.query(`update ${table} set deleted_at = $2 where id = $1`, [idOf(), at]);
    await trash(new Date(NOW));
    expect(await failed()).not.toContain(id);
    await trash(null);
    expect(await failed()).toContain(id);
  });
});

describe('a withdrawal', () => {
  it('can be undone by the same user, and the mail is pending again', async () => {
    await mutate('withdraw');
    expect(await mutate('undoWithdraw', NOW + 1, 'admin')).toBe('undo_expired');
    expect(await mutate('undoWithdraw', NOW + UNDO_WINDOW_MS + 1)).toBe('undo_expired');
    expect(await mutate('undoWithdraw', NOW + UNDO_WINDOW_MS)).toBe('done');
    expect(await state()).toEqual(WAITS);
    expect(await mutate('undoWithdraw')).toBe('transition_refused');
  });

  it('is final after a newer mail of its kind, or without a withdrawing user', async () => {
    await mutate('withdraw');
    const first = id;
    const second = await want('session_reminder', NOW + 1);
    expect(await mutate('undoWithdraw')).toBe('undo_expired');
    id = second;
    await want('session_reminder', NOW + 2);
    expect(await state()).toMatchObject({ status: 'cancelled', at: null });
    expect(await mutate('undoWithdraw')).toBe('undo_expired');
    expect(second).not.toBe(first);
  });
});
