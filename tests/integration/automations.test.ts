import { beforeEach, describe, expect, it } from 'vitest';
import { LATE_MS } from '#core/domain/sessions/automations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import type { Ctx } from '#core/zero/context.ts';
import { carryOutDueSteps } from '#functions/automations/due-steps.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { Database, Queryable } from '#functions/platform/db/database.ts';
import { testApi } from '../support/api.ts';
import { backOffice } from '../support/back-office.ts';
import { type BookedSession, insertBookedSession } from '../support/booked-session.ts';
import { insertQuestionnaireTemplate } from '../support/documents.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertGallery, insertRow, newId, type Row } from '../support/rows.ts';

expectLogged('automation_failed');

const api = await testApi();
const office = backOffice(api.db);
/** 10:00 in Barcelona, two days after the clocks go back. */
const START = Date.parse('2026-10-27T09:00:00Z');
/** "3 days before at 10:00", in summer time. */
const DUE = Date.parse('2026-10-24T08:00:00Z');

let booked: BookedSession;
let typeId: string;
let clock: number;
beforeEach(async () => {
  await api.db.pool.query('delete from accounts');
  await api.db.pool.query('delete from outbox');
  api.mails.length = 0;
  typeId = newId();
  booked = await insertBookedSession(api.db.pool, new Date(START));
  const author = { account_id: booked.accountId, author_id: booked.ownerId };
  await insertRow(api.db.pool, 'session_types', { id: typeId, ...author, name: 'Portrait' });
  await query('update sessions set session_type_id = $2 where id = $1', [booked.sessionId, typeId]);
});

const query = async (sql: string, values: unknown[] = []) => (await api.db.pool.query(sql, values)).rows;
const change = (values: string) => query(`update sessions set ${values} where id = $1`, [booked.sessionId]);
const jobsAt = (at: number) => ({ ...api.jobs, clock: () => at });
const runAt = (at: number) => carryOutDueSteps(jobsAt(at), at);
const runs = () => query('select step_id, status, reason from automation_runs order by at, step_id');
const mailed = () => api.mails.map(({ subject }) => subject);
const owner = (): Ctx => ({ ...booked, userId: booked.ownerId, role: 'owner', now: () => clock });
const mutate = (name: string, args: Row, at = DUE) => {
  clock = at;
  return office.mutate(`automations.${name}`, { ...args, now: at } as never, owner());
};

const MAIL = {
  kind: 'mail',
  settings: { texts: { ca: { subject: 'Què posar-se', body: 'Hola, {{client}}:\n\n{{link}}' } } },
};

/** Inserts a step: a mail three days before the shoot at 10:00, added a year before. */
async function insertStep(values: Row = {}): Promise<string> {
  const id = newId();
  const author = { account_id: booked.accountId, author_id: booked.ownerId };
  const when = { anchor: 'shoot', offset_unit: 'days', offset_amount: -3, active_from: new Date(START - 365 * DAY_MS) };
  await insertRow(api.db.pool, 'automation_steps', {
    id,
    ...author,
    session_type_id: typeId,
    ...when,
    ...MAIL,
    ...values,
  });
  return id;
}

describe('a due step', () => {
  it('mails the client once, at the studio’s clock time, in their language', async () => {
    await insertStep();
    const found: number[] = [];
    for (let at = DUE - 2 * HOUR_MS; at < START + DAY_MS; at += HOUR_MS) if ((await runAt(at)) > 0) found.push(at);
    expect(found).toEqual([DUE]);
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toHaveLength(1);
    expect(api.mails[0]).toMatchObject({ to: 'nuria@example.org', subject: 'Què posar-se', language: 'ca' });
    expect(api.mails[0]!.text).toContain('/booking/');
    expect(await runs()).toMatchObject([{ status: 'done', reason: null }]);
  });

  it('uses the studio’s language, with its own frame, where the client’s has no text', async () => {
    await query("update customers set language = 'es' where id = $1", [booked.customerId]);
    await insertStep();
    await runAt(DUE);
    await runOutbox(jobsAt(DUE));
    expect(api.mails[0]!.html).toContain('<html lang="ca">');
  });

  it('sends two mails of one time', async () => {
    await insertStep();
    await insertStep({ settings: { texts: { ca: { subject: 'Com arribar-hi', body: 'x' } } } });
    expect(await runAt(DUE)).toBe(2);
    await runOutbox(jobsAt(DUE));
    expect(mailed().toSorted()).toEqual(['Com arribar-hi', 'Què posar-se']);
  });

  it('follows the session to its new time, also after it had passed', async () => {
    await insertStep();
    const later = START + 30 * DAY_MS;
    await change(`date = '${new Date(later).toISOString()}'`);
    expect(await runAt(DUE)).toBe(0);
    expect(await runAt(later - 3 * DAY_MS)).toBe(1);
    await change(`date = date + interval '30 days'`);
    expect(await runAt(later + 27 * DAY_MS)).toBe(0);
  });

  it('is carried out up to two days late, and not later', async () => {
    await insertStep();
    expect(await runAt(DUE + LATE_MS + 1)).toBe(0);
    expect(await runAt(DUE + LATE_MS)).toBe(1);
  });

  it('in hours waits in the night until eight, and not if the session begins before', async () => {
    await insertStep({ offset_unit: 'hours', offset_amount: 2 });
    // Ends at 21:30 in Barcelona: two hours later is 23:30.
    const evening = Date.parse('2026-10-27T19:00:00Z');
    const morning = Date.parse('2026-10-28T07:00:00Z');
    await change(`date = '${new Date(evening).toISOString()}', duration = 90`);
    expect(await runAt(morning - MINUTE_MS)).toBe(0);
    expect(await runAt(morning)).toBe(1);
    const early = Date.parse('2026-10-29T06:30:00Z');
    await insertStep({ offset_unit: 'hours', offset_amount: -1 });
    await change(`date = '${new Date(early).toISOString()}'`);
    expect(await runAt(early - HOUR_MS - MINUTE_MS)).toBe(0);
    expect(await runAt(early - HOUR_MS)).toBe(1);
  });

  it('of before the shoot is not carried out once it has begun', async () => {
    await insertStep({ offset_unit: 'hours', offset_amount: -2 });
    expect(await runAt(START)).toBe(0);
    expect(await runAt(START - MINUTE_MS)).toBe(1);
  });

  it('is not made up for if it was added, or the session booked, afterwards', async () => {
    await insertStep({ active_from: new Date(DUE + 1) });
    expect(await runAt(DUE + HOUR_MS)).toBe(0);
    await insertStep();
    await change(`booked_at = '${new Date(DUE + 1).toISOString()}'`);
    expect(await runAt(DUE + HOUR_MS)).toBe(0);
    await change('booked_at = null');
    expect(await runAt(DUE + HOUR_MS)).toBe(1);
  });

  it.each([
    `status = 'inquiry'`,
    `status = 'declined'`,
    `status = 'cancelled'`,
    `status = 'no_show'`,
    `deleted_at = now()`,
    `automations_paused = true`,
    `session_type_id = null`,
  ])('is not carried out with %s', async (values) => {
    await insertStep();
    await change(values);
    expect(await runAt(DUE)).toBe(0);
    expect(await runs()).toEqual([]);
  });

  it.each([
    ['customers', 'deleted_at = now()'],
    ['customers', 'erased_at = now()'],
    ['accounts', 'deleted_at = now()'],
    ['session_types', 'automations_paused = true'],
    ['automation_steps', 'deleted_at = now()'],
  ])('is not carried out where %s have %s', async (table, values) => {
    await insertStep();
    await query(`update ${table} set ${values}`);
    expect(await runAt(DUE)).toBe(0);
  });

  it('waits until a change of status cannot be undone', async () => {
    await insertStep();
    await change(`status_changed_at = '${new Date(DUE - UNDO_WINDOW_MS + 1).toISOString()}'`);
    expect(await runAt(DUE)).toBe(0);
    expect(await runAt(DUE + 1)).toBe(1);
  });

  it('after the delivery follows the first publication of the session’s gallery', async () => {
    await insertStep({ anchor: 'delivered', offset_amount: 7 });
    const delivered = START + 14 * DAY_MS;
    expect(await runAt(delivered + 7 * DAY_MS)).toBe(0);
    const published = { status: 'hidden', published_at: new Date(delivered) };
    const gallery = await insertGallery(api.db.pool, booked.accountId, published);
    await change(`gallery_id = '${gallery}'`);
    expect(await runAt(delivered + 7 * DAY_MS - HOUR_MS)).toBe(0);
    expect(await runAt(delivered + 7 * DAY_MS)).toBe(1);
  });

  it('after the booking begins with the acceptance', async () => {
    await insertStep({ anchor: 'booked', offset_unit: 'hours', offset_amount: 1 });
    const accepted = START - 20 * DAY_MS;
    await change(`status = 'inquiry'`);
    clock = accepted;
    const approve = { id: booked.sessionId, to: 'scheduled', now: accepted };
    expect(await office.mutate('sessions.setStatus', approve, owner())).toBe('done');
    expect(await runAt(accepted + HOUR_MS - 1)).toBe(0);
    expect(await runAt(accepted + HOUR_MS)).toBe(1);
  });

  it('is found among sessions whose steps are not due', async () => {
    await insertStep();
    await query(
      `begin; set local session_replication_role = replica;
       insert into sessions (id, account_id, author_id, customer_id, session_type_id, date, duration, status, created_at)
         select lpad(n::text, 20, '0'), account_id, author_id, customer_id, session_type_id,
           date + interval '30 minutes', 60, 'confirmed', created_at
         from sessions, generate_series(1, 1100) n where id = '${booked.sessionId}';
       update sessions set date = date - interval '2 days' where id = '${booked.sessionId}';
       commit`,
    );
    expect(await runAt(DUE - 2 * DAY_MS)).toBe(1);
  });
});

describe('what a step does', () => {
  it('adds a task to the checklist, and no mail', async () => {
    await insertStep({ kind: 'checklist', settings: { text: 'Carrega les bateries' } });
    await runAt(DUE);
    const [row] = await query('select checklist from sessions where id = $1', [booked.sessionId]);
    expect(row.checklist).toMatchObject([{ text: 'Carrega les bateries', isDone: false }]);
    expect(await query('select from messages')).toEqual([]);
  });

  it('mails what is owed, and nothing if nothing is', async () => {
    const first = await insertStep({ kind: 'balance', settings: {} });
    await runAt(DUE);
    expect(await runs()).toEqual([{ step_id: first, status: 'skipped', reason: 'nothing_owed' }]);
    await query('update session_billing set payment_amount = 45000 where session_id = $1', [booked.sessionId]);
    await insertStep({ kind: 'balance', settings: {} });
    await runAt(DUE);
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toHaveLength(1);
    expect(api.mails[0]!.text).toContain('450\u00a0€');
  });

  it('sends a questionnaire once', async () => {
    const templateId = await insertQuestionnaireTemplate(api.db.pool, {
      account_id: booked.accountId,
      author_id: booked.ownerId,
    });
    const asking = { kind: 'questionnaire', settings: { templateId } };
    const [first, again] = [await insertStep(asking), await insertStep({ ...asking, offset_amount: -2 })];
    const gone = await insertStep({ kind: 'questionnaire', settings: { templateId: newId() }, offset_amount: -1 });
    for (const day of [0, 1, 2]) await runAt(DUE + day * DAY_MS + HOUR_MS);
    await runOutbox(jobsAt(DUE + 2 * DAY_MS + HOUR_MS));
    expect(api.mails).toHaveLength(1);
    expect(await runs()).toEqual([
      { step_id: first, status: 'done', reason: null },
      { step_id: again, status: 'skipped', reason: 'questionnaire_assigned' },
      { step_id: gone, status: 'skipped', reason: 'questionnaire_missing' },
    ]);
    const [sent] = await query('select m.kind from automation_runs r join messages m on m.id = r.message_id');
    expect(sent).toEqual({ kind: 'questionnaire' });
  });

  it('is skipped for a client without an address', async () => {
    await query("update customers set email = '' where id = $1", [booked.customerId]);
    const step = await insertStep();
    await runAt(DUE);
    expect(await runs()).toEqual([{ step_id: step, status: 'skipped', reason: 'no_email' }]);
  });

  it('sends no mail of a step that was deleted meanwhile', async () => {
    const id = await insertStep();
    await runAt(DUE);
    await mutate('remove', { id });
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toEqual([]);
    expect(await runs()).toMatchObject([{ step_id: id, status: 'done' }]);
  });
});

describe('exactly once', () => {
  it('is kept by concurrent runs', async () => {
    await insertStep();
    const counts = await Promise.all(Array.from({ length: 4 }, () => runAt(DUE)));
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1]);
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toHaveLength(1);
  });

  it('is kept by a run that dies before, in or after any statement', async () => {
    await insertStep();
    let survived = false;
    for (let statement = 0; !survived && statement < 30; statement++) {
      survived = true;
      const dying = dieAt(statement, () => (survived = false));
      await carryOutDueSteps({ db: dying }, DUE);
      // Nothing of a run that died is kept.
      if (!survived) expect([await runs(), await query('select from messages')]).toEqual([[], []]);
    }
    expect(survived).toBe(true);
    expect(await runAt(DUE)).toBe(0);
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toHaveLength(1);
  });

  it('is kept if only the answer of the commit is lost', async () => {
    await insertStep();
    const { db } = api.jobs;
    const lost: Database = {
      ...db,
      query: db.query.bind(db),
      async transaction(work) {
        await db.transaction(work);
        throw new Error('connection lost');
      },
    };
    expect(await carryOutDueSteps({ db: lost }, DUE)).toBe(0);
    expect(await runAt(DUE)).toBe(0);
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toHaveLength(1);
  });

  /** A database whose connection dies at one statement of its transactions. */
  function dieAt(statement: number, onDeath: () => void): Database {
    const { db } = api.jobs;
    return {
      ...db,
      query: db.query.bind(db),
      transaction: (work) =>
        db.transaction(async (tx) => {
          let count = 0;
          const counting: Queryable = {
            query: (text, values) => {
              if (count++ !== statement) return tx.query(text, values);
              onDeath();
              throw new Error('connection lost');
            },
          };
          return work(counting);
        }),
    };
  }
});

describe('a member', () => {
  const of = (stepId: string) => ({ sessionId: booked.sessionId, stepId });

  it('skips a step and plans it again', async () => {
    const step = await insertStep();
    expect(await mutate('skip', of(step))).toBe('done');
    expect(await mutate('skip', of(step))).toBe('conflict');
    expect(await runAt(DUE)).toBe(0);
    expect(await mutate('unskip', of(step))).toBe('done');
    expect(await runAt(DUE)).toBe(1);
    expect(await mutate('unskip', of(step))).toBe('conflict');
  });

  it('has a step carried out immediately, also a skipped one, and not twice', async () => {
    const step = await insertStep();
    const early = START - 10 * DAY_MS;
    await mutate('skip', of(step), early);
    expect(await mutate('runNow', of(step), early)).toBe('done');
    expect(await mutate('runNow', of(step), early)).toBe('conflict');
    await runOutbox(jobsAt(early));
    expect(mailed()).toEqual(['Què posar-se']);
    expect(await runAt(DUE)).toBe(0);
    expect(await runs()).toMatchObject([{ status: 'done', reason: null }]);
  });

  it('and the job together carry a step out once', async () => {
    const step = await insertStep();
    const results = await Promise.all([mutate('runNow', of(step)), runAt(DUE)]);
    expect([
      ['done', 0],
      ['conflict', 1],
    ]).toContainEqual(results);
    await runOutbox(jobsAt(DUE));
    expect(api.mails).toHaveLength(1);
  });

  it('has no step carried out for a cancelled session, or of another type', async () => {
    const step = await insertStep();
    await change(`status = 'cancelled'`);
    expect(await mutate('runNow', of(step))).toBe('transition_refused');
    await change(`status = 'scheduled', session_type_id = null`);
    expect(await mutate('runNow', of(step))).toBe('not_found');
    expect(await mutate('skip', of(step))).toBe('not_found');
  });

  it('without the session’s money neither sees nor runs a balance step', async () => {
    const step = await insertStep({ kind: 'balance', settings: {} });
    await runAt(DUE);
    const read = (role: Ctx['role']) =>
      office.read('automations.ofSession', { sessionId: booked.sessionId }, { ...owner(), role });
    expect(await read('owner')).toHaveLength(1);
    expect(await read('assistant')).toEqual([]);
    clock = DUE;
    const other: Ctx = { ...owner(), userId: crypto.randomUUID(), role: 'photographer' };
    expect(await office.mutate('automations.runNow', { ...of(step), now: DUE }, other)).toBe('forbidden');
    expect(await office.read('automations.ofSession', { sessionId: booked.sessionId }, other)).toEqual([]);
  });

  it('pauses one session or all of a type, and resumes them', async () => {
    await insertStep();
    for (const [name, args] of [
      ['pauseSession', { sessionId: booked.sessionId }],
      ['pauseType', { sessionTypeId: typeId }],
    ] as const) {
      await mutate(name, { ...args, paused: true });
      expect(await runAt(DUE)).toBe(0);
      await mutate(name, { ...args, paused: false });
    }
    expect(await runAt(DUE + HOUR_MS)).toBe(1);
  });
});

describe('the steps of a type', () => {
  const timing = { anchor: 'shoot', offsetUnit: 'days', offsetAmount: -3, timeOfDay: 600 };
  const task = { kind: 'checklist', settings: { text: 'Pack' } };
  const add = (count: number, more: Row = {}) => {
    const steps = Array.from({ length: count }, () => ({ id: newId(), timing, content: task, ...more }));
    return mutate('add', { sessionTypeId: typeId, steps }, DUE + HOUR_MS);
  };
  const names = () => query('select id from automation_steps where deleted_at is null order by position');

  it('are twenty at most', async () => {
    expect(await add(19)).toBe('done');
    expect(await add(2)).toBe('limit_reached');
    expect(await add(1)).toBe('done');
    expect(await add(1)).toBe('limit_reached');
  });

  it('apply to times after they were added or changed', async () => {
    await add(1);
    expect(await runAt(DUE + 2 * HOUR_MS)).toBe(0);
    const [{ id }] = await names();
    await query('update automation_steps set active_from = $1', [new Date(0)]);
    await mutate('update', { id, timing: { ...timing, timeOfDay: 601 } }, DUE + HOUR_MS);
    expect(await runAt(DUE + 2 * HOUR_MS)).toBe(0);
    await query('update automation_steps set active_from = $1', [new Date(0)]);
    await mutate('update', { id, content: { ...task, settings: { text: 'Unpack' } } }, DUE + HOUR_MS);
    expect(await runAt(DUE + 2 * HOUR_MS)).toBe(1);
  });

  it('keep their order, and a deleted one returns within ten minutes', async () => {
    await add(3);
    const [first, second, third] = (await names()).map(({ id }) => id);
    const order = { sessionTypeId: typeId, stepIds: [third, first] };
    expect(await mutate('reorder', order)).toBe('done');
    expect((await names()).map(({ id }) => id)).toEqual([third, first, second]);
    await mutate('remove', { id: first });
    expect(await mutate('restore', { id: first }, DUE + UNDO_WINDOW_MS)).toBe('done');
    expect(await names()).toHaveLength(3);
    await mutate('remove', { id: first });
    expect(await mutate('restore', { id: first }, DUE + UNDO_WINDOW_MS + 1)).toBe('undo_expired');
  });

  it('refuse unknown fields, another kind, and steps of deleted ones', async () => {
    const mail = { kind: 'mail', settings: { texts: { en: { subject: 'x', body: '{{amount}}' } } } };
    expect(await add(1, { content: mail })).toBe('template_field_unknown');
    await add(1);
    const [{ id }] = await names();
    expect(await mutate('update', { id, content: { kind: 'balance', settings: {} } })).toBe('validation_failed');
    await mutate('remove', { id });
    expect(await mutate('update', { id, content: task })).toBe('not_found');
  });
});
