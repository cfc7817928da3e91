import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { SESSION_STATUSES, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import type { Role } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import type { Tx } from '../support/back-office.ts';
import { memberContext } from '../support/back-office-rows.ts';
import { waitingSessions } from '../support/database.ts';
import { CLIENT, mutatorStudio, NOW, type MutatorStudio } from '../support/mutator-studio.ts';
import { insertCustomer, insertRow, newId, type Row } from '../support/rows.ts';

/** Permitted transitions, repeated here; all others are refused. */
const ALLOWED = new Set([
  'inquiry→scheduled',
  'inquiry→declined',
  'scheduled→confirmed',
  'scheduled→completed',
  'scheduled→cancelled',
  'scheduled→no_show',
  'confirmed→completed',
  'confirmed→cancelled',
  'confirmed→no_show',
]);
const PAIRS = SESSION_STATUSES.flatMap((from) => SESSION_STATUSES.map((to) => ({ from, to })));
const OPEN = new Set<SessionStatus>(['inquiry', 'scheduled', 'confirmed']);

const DATE = NOW + 7 * DAY_MS;

let studio: MutatorStudio;
let ctx: Ctx;
let customerId: string;
beforeAll(async () => {
  studio = await mutatorStudio('owner');
  ({ ctx } = studio);
  customerId = await insertCustomer(studio.database.pool, ctx.accountId);
});
afterAll(() => studio?.close());

const as = (role: Role, now = NOW) => memberContext(studio.members, role, () => now);
const mutate = (name: string, args: object, by: Ctx = ctx) =>
  studio.office.mutate(`sessions.${name}`, { now: CLIENT, ...args } as never, by);
const setStatus = (id: string, to: string, by?: Ctx) => mutate('setStatus', { id, to }, by);

async function session(values: Row = {}): Promise<string> {
  const id = newId();
  const booked = { customer_id: customerId, date: new Date(DATE) };
  const author = { account_id: ctx.accountId, author_id: ctx.userId };
  await insertRow(studio.database.pool, 'sessions', { id, ...author, ...booked, ...values });
  return id;
}

/** A session's row, times in epoch milliseconds. */
async function rowOf(id: string): Promise<Row> {
  const [row = {}] = await studio.query('select * from sessions where id = $1', [id]);
  return Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v instanceof Date ? v.getTime() : v]));
}
const without = (row: Row, ...columns: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));

describe('status', () => {
  it.each(PAIRS)('$from → $to', async ({ from, to }) => {
    const [id, bulkId] = [await session({ status: from }), await session({ status: from })];
    const allowed = ALLOWED.has(`${from}→${to}`);
    expect(await setStatus(id, to)).toBe(allowed ? 'done' : 'transition_refused');
    expect(await mutate('setStatuses', { ids: [bulkId], to })).toBe(allowed ? 'done' : 'transition_refused');
    for (const row of [await rowOf(id), await rowOf(bulkId)]) expect(row['status']).toBe(allowed ? to : from);
  });

  it('has no other values', async () => {
    expect(await setStatus(await session(), 'overdue')).toBe('validation_failed');
  });

  it('records user and time, by the server’s clock', async () => {
    const id = await session();
    await setStatus(id, 'confirmed', as('photographer'));
    expect(await rowOf(id)).toMatchObject({
      previous_status: 'scheduled',
      status_changed_at: NOW,
      status_changed_by: studio.members.people.photographer,
      updated_at: NOW,
    });
  });

  it('of many changes for all or for none', async () => {
    const ids = [await session(), await session({ status: 'completed' }), await session()];
    expect(await mutate('setStatuses', { ids, to: 'cancelled' })).toBe('transition_refused');
    for (const [at, id] of ids.entries())
      expect((await rowOf(id))['status']).toBe(at === 1 ? 'completed' : 'scheduled');
    expect(await mutate('setStatuses', { ids: [ids[0], ids[2], ids[0]], to: 'cancelled' })).toBe('done');
    expect((await rowOf(ids[2]!))['status']).toBe('cancelled');
  });

  it.each([{ ids: [] }, { ids: Array.from({ length: 201 }, () => newId()) }])(
    'of none, or of more than 200, is refused',
    async ({ ids }) => {
      expect(await mutate('setStatuses', { ids, to: 'cancelled' })).toBe('validation_failed');
    },
  );

  it('of a session in the trash cannot change', async () => {
    const id = await session({ deleted_at: new Date(NOW) });
    expect(await setStatus(id, 'confirmed')).toBe('not_found');
    expect(await mutate('setStatuses', { ids: [id], to: 'confirmed' })).toBe('not_found');
  });

  it('is changed by one of two concurrent requests', async () => {
    const id = await session();
    const { waiting } = await studio.office.transaction(async (tx: Tx) => {
      await studio.office.mutateIn(tx, 'sessions.setStatus', { id, to: 'cancelled', now: CLIENT }, ctx);
      const waiting = setStatus(id, 'confirmed');
      await expect.poll(() => waitingSessions(studio.database.pool)).toBe(1);
      return { waiting };
    });
    expect(await waiting).toBe('transition_refused');
    expect((await rowOf(id))['status']).toBe('cancelled');
  });
});

describe('undo of a status', () => {
  const LEGAL = PAIRS.filter(({ from, to }) => ALLOWED.has(`${from}→${to}`));

  it.each(LEGAL)('reverts $from → $to', async ({ from, to }) => {
    const id = await session({ status: from });
    const before = await rowOf(id);
    await setStatus(id, to);
    expect(await mutate('undoStatus', { id })).toBe('done');
    expect(without(await rowOf(id), 'updated_at')).toEqual(without(before, 'updated_at'));
  });

  it('is allowed for ten minutes, to the millisecond, by the server’s clock', async () => {
    const ids = [await session(), await session()] as const;
    for (const id of ids) await setStatus(id, 'confirmed');
    expect(await mutate('undoStatus', { id: ids[0] }, as('owner', NOW + 10 * MINUTE_MS + 1))).toBe('undo_expired');
    expect(await mutate('undoStatuses', { ids }, as('owner', NOW + 10 * MINUTE_MS + 1))).toBe('undo_expired');
    expect(await mutate('undoStatuses', { ids }, as('owner', NOW + 10 * MINUTE_MS))).toBe('done');
    for (const id of ids) expect((await rowOf(id))['status']).toBe('scheduled');
  });

  it('is allowed once, only to the user who made the change', async () => {
    const id = await session();
    await setStatus(id, 'confirmed', as('photographer'));
    expect(await mutate('undoStatus', { id })).toBe('undo_expired');
    expect(await mutate('undoStatus', { id }, as('photographer'))).toBe('done');
    expect(await mutate('undoStatus', { id }, as('photographer'))).toBe('undo_expired');
  });

  it('with a forged previous status is refused by the table', async () => {
    const forged = { status_changed_at: new Date(NOW), status_changed_by: ctx.userId };
    const id = await session({ status: 'declined', previous_status: 'confirmed', ...forged });
    expect(await mutate('undoStatus', { id })).toBe('transition_refused');
  });
});

describe('rescheduling', () => {
  it.each(SESSION_STATUSES)('of a session that is %s', async (status) => {
    const id = await session({ status });
    const moved = await mutate('reschedule', { id, date: DATE + DAY_MS, duration: 90 });
    expect(moved).toBe(OPEN.has(status) ? 'done' : 'transition_refused');
    expect(await rowOf(id)).toMatchObject(
      OPEN.has(status) ? { date: DATE + DAY_MS, duration: 90, status, updated_at: NOW } : { date: DATE, duration: 60 },
    );
  });

  it.each([{ duration: 0 }, { duration: 10_081 }, { duration: 1.5 }, { date: 1.5 }, { date: Number.MAX_SAFE_INTEGER }])(
    'refuses %j',
    async (wrong) => {
      const id = await session();
      expect(await mutate('reschedule', { id, date: DATE, duration: 60, ...wrong })).toBe('validation_failed');
    },
  );
});

describe('a new session', () => {
  const create = (args: object, by?: Ctx) => {
    const id = newId();
    return mutate('create', { id, customerId, date: DATE, duration: 60, ...args }, by).then((outcome) => ({
      id,
      outcome,
    }));
  };
  const billingOf = async (id: string) =>
    (await studio.query('select * from session_billing where session_id = $1', [id]))[0];

  it('needs a client and a time', async () => {
    const { id, outcome } = await create({});
    expect(outcome).toBe('done');
    expect(await rowOf(id)).toMatchObject({
      customer_id: customerId,
      author_id: ctx.userId,
      date: DATE,
      duration: 60,
      status: 'scheduled',
      source: 'studio',
      photographer_id: null,
      created_at: NOW,
      deleted_at: null,
    });
    expect(await billingOf(id)).toMatchObject({ payment_amount: 0, deposit_amount: 0, due_date: null });
  });

  it('stores its price in its existing billing row', async () => {
    const { id, outcome } = await create({ billing: { price: 12_000, deposit: 3_000, dueDate: DATE } });
    expect(outcome).toBe('done');
    expect(await billingOf(id)).toMatchObject({
      payment_amount: 12_000,
      deposit_amount: 3_000,
      due_date: new Date(DATE),
      payment_status: 'pending',
      waived: false,
    });
  });

  it('gets a price from a photographer if it is their own', async () => {
    const { owner, photographer } = studio.members.people;
    const billing = { price: 12_000 };
    expect(await create({ billing, photographerId: photographer }, as('photographer'))).toMatchObject({
      outcome: 'done',
    });
    for (const photographerId of [owner, null]) {
      const { id, outcome } = await create({ billing, photographerId }, as('photographer'));
      expect(outcome).toBe('forbidden');
      expect(await rowOf(id)).toEqual({});
    }
    expect(await create({ photographerId: owner }, as('photographer'))).toMatchObject({ outcome: 'done' });
  });

  it.each([
    { billing: { price: 100, deposit: 101 } },
    { billing: { deposit: 1 } },
    { billing: { price: -1 } },
    { billing: { price: 1, waived: true } },
    { status: 'cancelled' },
    { duration: 0 },
    { customerId: null },
    { type: 'x'.repeat(201) },
    { notes: 'a\u0000' },
    { source: 'client' },
    { createdAt: 0 },
  ])('is refused with %j', async (wrong) => {
    const { id, outcome } = await create(wrong);
    expect(outcome).toBe('validation_failed');
    expect(await rowOf(id)).toEqual({});
  });

  it('with an existing id is a conflict and changes nothing', async () => {
    const id = await session({ type: 'First' });
    expect((await create({ id, type: 'Second' })).outcome).toBe('conflict');
    expect((await rowOf(id))['type']).toBe('First');
  });

  it('refuses references to deleted rows', async () => {
    const { pool } = studio.database;
    const author = { account_id: ctx.accountId, author_id: ctx.userId };
    const away = { deleted_at: new Date(NOW) };
    const type = { id: newId(), ...author, name: 'Old', archived_at: new Date(NOW) };
    await insertRow(pool, 'session_types', type);
    const gone = {
      customerId: await insertCustomer(pool, ctx.accountId, away),
      sessionTypeId: type.id,
      galleryId: await studio.gallery(away),
      locationId: newId(),
      photographerId: studio.members.removed,
    };
    for (const [field, value] of Object.entries(gone)) {
      const args = { id: newId(), customerId, date: DATE, duration: 60, now: CLIENT, [field]: value };
      expect(await studio.office.refusal('sessions.create', args, ctx)).toEqual({
        code: 'not_found',
        params: { field },
      });
    }
    // A form that repeats a session's existing reference keeps it.
    const id = await session({ session_type_id: type.id });
    expect(await mutate('update', { id, changes: { sessionTypeId: type.id, type: 'Renamed' } })).toBe('done');
  });
});

describe('the photographer of a session', () => {
  const assign = (id: string, photographerId: string | null, by?: Ctx) =>
    mutate('update', { id, changes: { photographerId } }, by);

  it('is changed by members who see only own money if the session is theirs', async () => {
    const { owner, photographer } = studio.members.people;
    const own = await session({ photographer_id: photographer });
    expect(await assign(own, owner, as('photographer'))).toBe('done');
    expect((await rowOf(own))['photographer_id']).toBe(owner);
    expect(await assign(own, photographer)).toBe('done');
    expect(await assign(own, null, as('photographer'))).toBe('done');
  });

  it('is not changed by them on others’ or unassigned sessions, with or without payments', async () => {
    const { owner, photographer } = studio.members.people;
    const money = { date: new Date(NOW), amount: 100, currency: 'EUR' };
    const author = { account_id: ctx.accountId, author_id: ctx.userId };
    for (const photographer_id of [owner, null]) {
      const [free, priced, paid] = [
        await session({ photographer_id }),
        await session({ photographer_id }),
        await session({ photographer_id }),
      ];
      await studio.query('update session_billing set payment_amount = 100 where session_id = $1', [priced]);
      await insertRow(studio.database.pool, 'payments', { id: newId(), ...author, ...money, session_id: paid });
      for (const id of [free, priced, paid]) {
        const taking = { id, changes: { photographerId: photographer }, now: CLIENT };
        const refusal = { code: 'forbidden', params: { field: 'photographerId' } };
        expect(await studio.office.refusal('sessions.update', taking, as('photographer'))).toEqual(refusal);
        // Repeating the current value, as a form does, is no change.
        expect(await assign(id, photographer_id, as('photographer'))).toBe('done');
        expect(await assign(id, photographer)).toBe('done');
      }
    }
  });
});

describe('the client of a session', () => {
  const money = { date: new Date(NOW), amount: 100, currency: 'EUR' };
  const pay = async (sessionId: string, values: Row) => {
    const author = { account_id: ctx.accountId, author_id: ctx.userId };
    await insertRow(studio.database.pool, 'payments', {
      id: newId(),
      ...author,
      ...money,
      session_id: sessionId,
      ...values,
    });
  };
  const receipted = (sessionId: string) => pay(sessionId, { status: 'paid', receipt: `R-${newId()}` });
  const another = () => insertCustomer(studio.database.pool, ctx.accountId);

  it('can change until a receipt was issued to them', async () => {
    const id = await session({ photographer_id: studio.members.people.photographer });
    const [second, third] = [await another(), await another()];
    await pay(id, { status: 'pending' });
    const changes = { customerId: second, type: 'At home' };
    expect(await mutate('update', { id, changes }, as('photographer'))).toBe('done');
    expect(await rowOf(id)).toMatchObject({ customer_id: second, type: 'At home' });
    await receipted(id);
    for (const role of ['photographer', 'owner'] as const) {
      const other = { id, changes: { customerId: third }, now: CLIENT };
      const refusal = { code: 'session_has_receipt', params: { field: 'customerId' } };
      expect(await studio.office.refusal('sessions.update', other, as(role))).toEqual(refusal);
      // Repeating the current value, as a form does, is no change.
      expect(await mutate('update', { id, changes: { customerId: second, type: role } }, as(role))).toBe('done');
    }
    expect((await rowOf(id))['customer_id']).toBe(second);
  });

  it('can be changed by members who see its money; the refusal reveals nothing to others', async () => {
    for (const photographer_id of [studio.members.people.owner, null]) {
      const [free, paid] = [await session({ photographer_id }), await session({ photographer_id })];
      await receipted(paid);
      for (const id of [free, paid]) {
        const changing = { id, changes: { customerId: await another() }, now: CLIENT };
        const refusal = { code: 'forbidden', params: { field: 'customerId' } };
        expect(await studio.office.refusal('sessions.update', changing, as('photographer'))).toEqual(refusal);
        expect(await mutate('update', { id, changes: { customerId } }, as('photographer'))).toBe('done');
      }
      expect(await mutate('update', { id: free, changes: { customerId: await another() } }, as('admin'))).toBe('done');
    }
  });

  it('becomes the surviving client of a merge, with or without receipts', async () => {
    const [id, keepId] = [await session({ customer_id: await another() }), await another()];
    await receipted(id);
    const mergeIds = [String((await rowOf(id))['customer_id'])];
    expect(await studio.office.mutate('customers.merge', { keepId, mergeIds, now: CLIENT }, ctx)).toBe('done');
    expect((await rowOf(id))['customer_id']).toBe(keepId);
  });
});

describe('notes', () => {
  const setNotes = (id: string, notes: string, base: string, by: Ctx = as('assistant')) =>
    mutate('setNotes', { id, notes, base }, by);

  it('overwrite the text they are based on, and no other', async () => {
    const id = await session({ notes: 'Two children' });
    expect(await setNotes(id, 'Two children, a dog', 'Two children')).toBe('done');
    expect(await setNotes(id, 'Three children', 'Two children')).toBe('edit_conflict');
    expect((await rowOf(id))['notes']).toBe('Two children, a dog');
    expect(await setNotes(id, 'Two children, a dog', 'Two children')).toBe('done');
  });

  it('saved concurrently report a conflict to the second', async () => {
    const id = await session();
    const { waiting } = await studio.office.transaction(async (tx: Tx) => {
      await studio.office.mutateIn(tx, 'sessions.setNotes', { id, notes: 'Mine', base: '', now: CLIENT }, ctx);
      const waiting = setNotes(id, 'Mine too', '');
      await expect.poll(() => waitingSessions(studio.database.pool)).toBe(1);
      return { waiting };
    });
    expect(await waiting).toBe('edit_conflict');
    expect((await rowOf(id))['notes']).toBe('Mine');
  });
});

describe('a checklist', () => {
  const item = (values: object = {}) => ({ id: newId(), text: 'Charge batteries', isDone: false, ...values });
  const set = (id: string, checklist: object[], base: object[] = []) =>
    mutate('setChecklist', { id, checklist, base }, as('assistant'));

  it('keeps its order', async () => {
    const id = await session();
    const items = [item(), item({ text: ' Reflector ', isDone: true })];
    expect(await set(id, items)).toBe('done');
    expect((await rowOf(id))['checklist']).toEqual([items[0], { ...items[1], text: 'Reflector' }]);
    const stored = (await rowOf(id))['checklist'] as object[];
    expect(await set(id, [], stored)).toBe('done');
    expect((await rowOf(id))['checklist']).toEqual([]);
  });

  it('merges concurrent edits', async () => {
    const id = await session();
    const [first, second] = [item(), item({ text: 'Reflector' })];
    expect(await set(id, [first])).toBe('done');
    expect(await set(id, [second])).toBe('done');
    expect((await rowOf(id))['checklist']).toEqual([second, first]);
  });

  it('refuses duplicates, empty items and too many', async () => {
    const id = await session();
    const twice = item();
    expect(await set(id, [twice, twice])).toBe('validation_failed');
    expect(await set(id, [item({ text: ' ' })])).toBe('validation_failed');
    expect(
      await set(
        id,
        Array.from({ length: 101 }, () => item()),
      ),
    ).toBe('validation_failed');
  });
});

describe('the trash', () => {
  const payment = async (sessionId: string, status: string) => {
    const money = { session_id: sessionId, date: new Date(NOW), amount: 100, currency: 'EUR', status };
    const author = { account_id: ctx.accountId, author_id: ctx.userId };
    await insertRow(studio.database.pool, 'payments', { id: newId(), ...author, ...money });
  };

  it('keeps a session for 30 days and restores it', async () => {
    const id = await session();
    const before = await rowOf(id);
    expect(await mutate('trash', { id })).toBe('done');
    expect((await rowOf(id))['deleted_at']).toBe(NOW);
    expect(await mutate('update', { id, changes: { type: 'Gone' } })).toBe('not_found');
    expect(await mutate('restore', { id }, as('owner', NOW + 30 * DAY_MS + 1))).toBe('undo_expired');
    expect(await mutate('restore', { id }, as('owner', NOW + 30 * DAY_MS))).toBe('done');
    expect(without(await rowOf(id), 'updated_at')).toEqual(without(before, 'updated_at'));
  });

  it.each(['paid', 'partially_refunded', 'refunded'])('refuses a session with a %s payment', async (status) => {
    const id = await session();
    await payment(id, status);
    expect(await mutate('trash', { id })).toBe('session_has_payments');
    expect((await rowOf(id))['deleted_at']).toBeNull();
  });

  it.each([
    ['another', 'owner'],
    ['nobody', null],
  ] as const)('tells nothing of %s’s money by a refusal', async (_, role) => {
    const others = { photographer_id: role && studio.members.people[role] };
    const [paid, unpaid] = [await session(others), await session(others)];
    await payment(paid, 'paid');
    for (const id of [paid, unpaid]) {
      expect(await studio.office.refusal('sessions.trash', { id, now: CLIENT }, as('photographer'))).toEqual({
        code: 'forbidden',
        params: { field: 'photographerId' },
      });
    }
    const own = await session({ photographer_id: studio.members.people.photographer });
    expect(await mutate('trash', { id: own }, as('photographer'))).toBe('done');
    expect(await mutate('restore', { id: own }, as('photographer'))).toBe('done');
    const trashed = await session({ ...others, deleted_at: new Date(NOW) });
    expect(await mutate('restore', { id: trashed }, as('photographer'))).toBe('forbidden');
    expect((await rowOf(trashed))['deleted_at']).toBe(NOW);
    expect(await mutate('trash', { id: unpaid }, as('admin'))).toBe('done');
    expect(await mutate('trash', { id: paid }, as('admin'))).toBe('session_has_payments');
  });

  it.each(['pending', 'failed', 'void'])('accepts a session with a %s payment', async (status) => {
    const id = await session();
    await payment(id, status);
    expect(await mutate('trash', { id })).toBe('done');
  });
});
