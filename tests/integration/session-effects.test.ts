import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#core/domain/values/durations.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { type MutatorStudio, mutatorStudio, NOW } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

/*
 * Server effects of session mutations, in the same transaction: an event is recorded, and clients are notified after
 * the undo window.
 */

const DATE = NOW + WEEK_MS;

let studio: MutatorStudio;
let customerId: string;
let id: string;
beforeAll(async () => {
  studio = await mutatorStudio('owner');
  customerId = await insertCustomer(studio.database.pool, studio.ctx.accountId, { email: 'ada@example.org' });
});
afterAll(() => studio?.close());
beforeEach(async () => {
  id = await session();
});

async function session(values: Row = {}): Promise<string> {
  const { accountId, userId } = studio.ctx;
  const row = { id: newId(), account_id: accountId, author_id: userId, customer_id: customerId, date: new Date(DATE) };
  await insertRow(studio.database.pool, 'sessions', { ...row, ...values });
  return row.id;
}

/**
 * Runs a mutation as the server does.
 * @param at the server's clock, which is read again for the mutator
 */
async function mutate(name: string, args: object, at = NOW): Promise<void> {
  let reads = 0;
  const ctx = memberContext(studio.members, 'owner', () => at + 5 * reads++);
  const given = { now: 0, ...args } as never;
  await studio.office.transaction((tx) => studio.office.mutateIn(tx, `sessions.${name}`, given, ctx));
}

const events = async (of = id) =>
  (
    await studio.query('select kind, actor_id, details, at from session_events where session_id = $1 order by at, id', [
      of,
    ])
  ).map(({ kind, details }) => ({ kind, ...(details as object) }));
/** Pending mails in the order of scheduling. */
const mails = async (of = id) =>
  (
    await studio.query(
      `select m.kind, m.status, (extract(epoch from m.due_at) * 1000)::float8 as due,
         exists (select from outbox o where o.dedupe_key = 'message:' || m.id and o.done_at is null) as queued
       from messages m where m.session_id = $1 and m.status <> 'cancelled' order by m.created_at, m.id`,
      [of],
    )
  ).map((row) => row);
const kinds = async (of = id) => (await mails(of)).map(({ kind }) => kind);

describe('a new session', () => {
  const create = async (args: object) => {
    const made = newId();
    await mutate('create', { id: made, customerId, date: DATE, duration: 60, ...args });
    return made;
  };

  it('is recorded, and notifies nobody unless asked', async () => {
    const made = await create({});
    expect(await events(made)).toEqual([{ kind: 'created' }]);
    expect(await kinds(made)).toEqual([]);
  });

  it.each([
    ['scheduled', 'booking_confirmed'],
    ['confirmed', 'booking_confirmed'],
    ['inquiry', 'booking_received'],
  ])('that is %s notifies as %s', async (status, kind) => {
    const made = await create({ status, notify: true });
    expect(await mails(made)).toEqual([{ kind, status: 'pending', due: NOW + UNDO_WINDOW_MS, queued: true }]);
  });

  it('in the past notifies nobody', async () => {
    expect(await kinds(await create({ date: NOW - 61 * MINUTE_MS, notify: true }))).toEqual([]);
  });
});

describe('a change of status', () => {
  it.each([
    ['inquiry', 'scheduled', ['booking_confirmed']],
    ['inquiry', 'declined', ['booking_declined']],
    ['scheduled', 'confirmed', ['booking_confirmed']],
    ['scheduled', 'cancelled', ['session_cancelled']],
    ['confirmed', 'cancelled', ['session_cancelled']],
    ['confirmed', 'completed', []],
    ['scheduled', 'no_show', []],
  ])('%s → %s is recorded and notifies as %j; an undo withdraws the mail', async (from, to, told) => {
    const one = await session({ status: from });
    await mutate('setStatus', { id: one, to });
    expect(await events(one)).toEqual([{ kind: 'status', from, to }]);
    expect(await kinds(one)).toEqual(told);
    await mutate('undoStatus', { id: one }, NOW + MINUTE_MS);
    expect(await events(one)).toEqual([
      { kind: 'status', from, to },
      { kind: 'status', from: to, to: from },
    ]);
    expect(await mails(one)).toEqual([]);
  });

  it('of many records each', async () => {
    const ids = [await session(), await session({ status: 'confirmed' })];
    await mutate('setStatuses', { ids, to: 'cancelled' });
    for (const one of ids) expect(await kinds(one)).toEqual(['session_cancelled']);
    await mutate('undoStatuses', { ids }, NOW + MINUTE_MS);
    for (const one of ids) {
      expect(await kinds(one)).toEqual([]);
      expect(await events(one)).toHaveLength(2);
    }
  });

  it('confirms a second time without a mail', async () => {
    const one = await session({ status: 'inquiry' });
    await mutate('setStatus', { id: one, to: 'scheduled' });
    await mutate('setStatus', { id: one, to: 'confirmed' }, NOW + MINUTE_MS);
    expect(await kinds(one)).toEqual(['booking_confirmed']);
  });

  it('without a mail is undone alone: earlier mails stay scheduled', async () => {
    const one = await session({ status: 'inquiry' });
    await mutate('setStatus', { id: one, to: 'scheduled' });
    await mutate('setStatus', { id: one, to: 'confirmed' }, NOW + 5 * MINUTE_MS);
    await mutate('undoStatus', { id: one }, NOW + 6 * MINUTE_MS);
    const approval = { kind: 'booking_confirmed', status: 'pending', due: NOW + UNDO_WINDOW_MS, queued: true };
    expect(await mails(one)).toEqual([approval]);
  });

  it('without a mail is undone also after an earlier change’s mail was sent', async () => {
    const one = await session({ status: 'inquiry' });
    await mutate('setStatus', { id: one, to: 'scheduled' });
    await mutate('setStatus', { id: one, to: 'confirmed' }, NOW + 5 * MINUTE_MS);
    const sent = `update messages set status = 'sent', sent_at = $2 where session_id = $1`;
    await studio.query(sent, [one, new Date(NOW + UNDO_WINDOW_MS)]);
    await mutate('undoStatus', { id: one }, NOW + 12 * MINUTE_MS);
    expect((await events(one)).at(-1)).toEqual({ kind: 'status', from: 'confirmed', to: 'scheduled' });
  });

  it('delays pending mails until it is final; an undo restores them', async () => {
    await mutate('reschedule', { id, date: DATE + HOUR_MS, duration: 60 });
    await mutate('setStatus', { id, to: 'cancelled' }, NOW + 5 * MINUTE_MS);
    const held = await mails();
    expect(held.map(({ kind }) => kind)).toEqual(['session_rescheduled', 'session_cancelled']);
    for (const mail of held) expect(mail['due']).toBeGreaterThanOrEqual(NOW + 5 * MINUTE_MS + UNDO_WINDOW_MS);
    await mutate('undoStatus', { id }, NOW + 5 * MINUTE_MS + UNDO_WINDOW_MS);
    expect(await mails()).toMatchObject([{ kind: 'session_rescheduled', status: 'pending', queued: true }]);
  });

  it('cannot be undone after its mail was sent early', async () => {
    await mutate('setStatus', { id, to: 'cancelled' });
    await studio.query(`update messages set status = 'sent', sent_at = $2 where session_id = $1`, [
      id,
      new Date(NOW + MINUTE_MS),
    ]);
    await expect(mutate('undoStatus', { id }, NOW + 2 * MINUTE_MS)).rejects.toThrow('undo_expired');
  });

  it('cannot be undone to a request after a reminder; between active statuses it can', async () => {
    const remind = (of: string) =>
      insertRow(studio.database.pool, 'messages', {
        id: newId(),
        account_id: studio.ctx.accountId,
        session_id: of,
        customer_id: customerId,
        kind: 'session_reminder',
        recipient: 'ada@example.org',
        language: 'ca',
        status: 'sent',
        sent_at: new Date(NOW + MINUTE_MS),
        created_at: new Date(NOW + MINUTE_MS),
      });
    const approved = await session({ status: 'inquiry' });
    await mutate('setStatus', { id: approved, to: 'scheduled' });
    await remind(approved);
    await expect(mutate('undoStatus', { id: approved }, NOW + 2 * MINUTE_MS)).rejects.toThrow('undo_expired');
    await mutate('setStatus', { id, to: 'confirmed' });
    await remind(id);
    await mutate('undoStatus', { id }, NOW + 2 * MINUTE_MS);
    expect(await events()).toHaveLength(2);
  });

  it('of a past session notifies nobody', async () => {
    const one = await session({ date: new Date(NOW - HOUR_MS) });
    await mutate('setStatus', { id: one, to: 'cancelled' });
    expect(await kinds(one)).toEqual([]);
    expect(await events(one)).toHaveLength(1);
  });

  it('that is refused records nothing', async () => {
    const one = await session({ status: 'completed' });
    await expect(mutate('setStatus', { id: one, to: 'confirmed' })).rejects.toThrow('transition_refused');
    await expect(mutate('setStatuses', { ids: [one, 7, null], to: 'confirmed' })).rejects.toThrow();
    await expect(mutate('undoStatuses', { ids: [one, 7, null] })).rejects.toThrow();
    expect(await events(one)).toEqual([]);
  });
});

describe('rescheduling', () => {
  const move = (date: number, at = NOW, duration = 60) => mutate('reschedule', { id, date, duration }, at);

  it('records both times and notifies', async () => {
    await move(DATE + 90 * MINUTE_MS, NOW, 45);
    const moved = { from: DATE, to: DATE + 90 * MINUTE_MS, fromMinutes: 60, toMinutes: 45 };
    expect(await events()).toEqual([{ kind: 'rescheduled', ...moved }]);
    expect(await kinds()).toEqual(['session_rescheduled']);
  });

  it('extends the client’s links to the expiry of the mail’s links', async () => {
    const hash = newId(64);
    const link = { token_hash: hash, account_id: studio.ctx.accountId, session_id: id, expires_at: new Date(DATE) };
    await insertRow(studio.database.pool, 'session_links', link);
    const later = DATE + 45 * DAY_MS;
    await move(later);
    const until = async () =>
      (await studio.query('select expires_at from session_links where token_hash = $1', [hash]))[0]?.['expires_at'];
    const week = WEEK_MS;
    expect(await until()).toEqual(new Date(later + HOUR_MS + week));
    await move(DATE, NOW + MINUTE_MS);
    expect(await until()).toEqual(new Date(later + HOUR_MS + week));
  });

  it('to the same time does nothing', async () => {
    await move(DATE);
    expect(await events()).toEqual([]);
    expect(await kinds()).toEqual([]);
  });

  it('back before the mail was sent withdraws it', async () => {
    await move(DATE + HOUR_MS);
    await move(DATE + 90 * MINUTE_MS, NOW + MINUTE_MS);
    expect(await kinds()).toEqual(['session_rescheduled']);
    await move(DATE, NOW + 2 * MINUTE_MS);
    expect(await kinds()).toEqual([]);
    expect(await events()).toHaveLength(3);
  });

  it('back after the mail was sent mails again', async () => {
    await move(DATE + HOUR_MS);
    await studio.query(`update messages set status = 'sent', sent_at = $2 where session_id = $1`, [
      id,
      new Date(NOW + 10 * MINUTE_MS),
    ]);
    await move(DATE, NOW + 11 * MINUTE_MS);
    expect(await kinds()).toEqual(['session_rescheduled', 'session_rescheduled']);
  });

  it('back to the time that the client left themselves mails them', async () => {
    const { accountId } = studio.ctx;
    const details = { from: DATE, to: DATE + HOUR_MS, fromMinutes: 60, toMinutes: 60 };
    const own = { kind: 'rescheduled', actor_id: null, details, at: new Date(NOW) };
    await insertRow(studio.database.pool, 'session_events', {
      id: newId(),
      account_id: accountId,
      session_id: id,
      ...own,
    });
    await studio.query('update sessions set date = $2 where id = $1', [id, new Date(DATE + HOUR_MS)]);
    const mail = { kind: 'session_rescheduled', recipient: 'ada@example.org', language: 'ca', created_at: own.at };
    await insertRow(studio.database.pool, 'messages', {
      id: newId(),
      account_id: accountId,
      session_id: id,
      customer_id: customerId,
      ...mail,
    });
    await move(DATE, NOW + MINUTE_MS);
    expect(await kinds()).toEqual(['session_rescheduled']);
  });

  it.each([
    ['that the client was not told of does not', [0, 9, 18], null, null],
    ['whose mail was sent late and replaced does not', [0, 11, 22], null, null],
    ['that the client was told of counts', [0, 9, 20], 9, DATE + 5 * DAY_MS],
  ])('promises later terms only for told moves: one %s', async (_, minutes, sentAfter, countsFrom) => {
    await studio.query('update sessions set cancellation = $2 where id = $1', [
      id,
      JSON.stringify({ windows: [{ hours: 48, keeps: 50 }], isAutomatic: false }),
    ]);
    const terms = async () =>
      (await studio.query('select cancellation from sessions where id = $1', [id]))[0]?.['cancellation'] as {
        countsFrom?: number;
      };
    for (const [index, days] of [10, 5, 2].entries()) {
      await move(DATE + days * DAY_MS, NOW + minutes[index]! * MINUTE_MS);
      if (minutes[index] !== sentAfter) continue;
      await studio.query(
        `update messages set status = 'sent', sent_at = $2 where session_id = $1 and status = 'pending'`,
        [id, new Date(NOW + (sentAfter + 10) * MINUTE_MS)],
      );
    }
    expect((await terms()).countsFrom ?? null).toBe(countsFrom);
  });

  it('without a mail withdraws it, and one that is being sent is refused', async () => {
    const withdraw = () =>
      studio.office.transaction((tx) => {
        const ctx = memberContext(studio.members, 'owner', () => NOW);
        const args = { sessionId: id, kind: 'session_rescheduled', now: 0 } as never;
        return studio.office.mutateIn(tx, 'messages.withdrawPending', args, ctx);
      });
    await move(DATE + HOUR_MS);
    await withdraw();
    expect(await kinds()).toEqual([]);
    const queued = `select from outbox o join messages m on o.dedupe_key = 'message:' || m.id
      where m.session_id = $1 and o.done_at is null`;
    expect(await studio.query(queued, [id])).toEqual([]);
    expect(await events()).toHaveLength(1);
    await withdraw();
    await move(DATE + 2 * HOUR_MS);
    await studio.query(
      `update outbox set locked_until = $2 where dedupe_key in (
         select 'message:' || id from messages where session_id = $1 and status = 'pending')`,
      [id, new Date(NOW + MINUTE_MS)],
    );
    await expect(withdraw()).rejects.toThrow('mail_sending');
    expect(await kinds()).toEqual(['session_rescheduled']);
  });

  it('of a request is mentioned in the answer', async () => {
    await studio.query(`update sessions set status = 'inquiry' where id = $1`, [id]);
    await move(DATE + HOUR_MS);
    expect(await kinds()).toEqual([]);
  });
});

it('of a session in the trash is mailed after the restore', async () => {
  await mutate('setStatus', { id, to: 'confirmed' });
  await mutate('trash', { id }, NOW + MINUTE_MS);
  expect(await mails()).toMatchObject([
    { kind: 'booking_confirmed', due: NOW + MINUTE_MS + UNDO_WINDOW_MS + 1, queued: true },
  ]);
});

describe('another client', () => {
  const change = (to: string, at = NOW + MINUTE_MS) => mutate('update', { id, changes: { customerId: to } }, at);
  const links = async () => (await studio.query('select from session_links where session_id = $1', [id])).length;

  it('gets the mails instead of the previous one, whose links end', async () => {
    const { accountId } = studio.ctx;
    const other = await insertCustomer(studio.database.pool, accountId, { email: 'bo@example.org' });
    await mutate('setStatus', { id, to: 'confirmed' });
    const link = { token_hash: newId(64), account_id: accountId, session_id: id, expires_at: new Date(DATE) };
    await insertRow(studio.database.pool, 'session_links', link);
    await change(customerId);
    expect(await links()).toBe(1);
    await change(other);
    expect(await links()).toBe(0);
    const told = await studio.query(
      `select recipient, kind from messages where session_id = $1 and status = 'pending'`,
      [id],
    );
    expect(told).toEqual([{ recipient: 'bo@example.org', kind: 'booking_confirmed' }]);
  });

  it('of a cancelled session gets no mail', async () => {
    await mutate('setStatus', { id, to: 'cancelled' });
    await change(await insertCustomer(studio.database.pool, studio.ctx.accountId, { email: 'di@example.org' }));
    expect(await kinds()).toEqual([]);
  });

  it('gets no mail if none was pending', async () => {
    await change(await insertCustomer(studio.database.pool, studio.ctx.accountId, { email: 'cy@example.org' }));
    expect(await kinds()).toEqual([]);
  });
});
