import { type MutatorResult, Zero } from '@rocicorp/zero';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema, type Schema } from '#core/zero/schema.ts';
import { expectLogged } from '../support/expected-log.ts';
import { newId } from '../support/rows.ts';

expectLogged('Zero');

/** Runs session mutators as a browser does: on an in-memory replica, without a server. */
const NOW = Date.UTC(2030, 4, 1, 12);
const ME = '7f1c8a52-95b0-4b8c-9a0d-1f2e3d4c5b6a';
const context: Ctx = { userId: ME, accountId: '0'.repeat(10), role: 'photographer' };

const open = () =>
  new Zero<Schema, undefined, Ctx | undefined>({
    schema,
    mutators,
    context,
    userID: ME,
    cacheURL: null,
    kvStore: 'mem',
    // Refusals are expected here; Zero would log them.
    logSink: { log: () => undefined },
  });
let zero: ReturnType<typeof open>;
beforeEach(() => {
  zero = open();
});
afterEach(() => zero.close());

async function outcome(change: MutatorResult): Promise<string> {
  const { type, ...rest } = await change.client;
  return type === 'success' ? 'done' : 'error' in rest ? rest.error.message : type;
}

async function booked(): Promise<string> {
  const id = newId();
  const time = { date: NOW, duration: 60, now: NOW };
  const billing = { price: 12_000, deposit: 3_000 };
  const args = { id, customerId: newId(), photographerId: ME, billing, ...time };
  expect(await outcome(zero.mutate(mutators.sessions.create(args)))).toBe('done');
  return id;
}
const byId = (id: string) => zero.run(queries.sessions.byId({ id }));

it('shows a session’s price immediately, although the database creates the billing row', async () => {
  expect((await byId(await booked()))?.billing).toMatchObject({
    paymentAmount: 12_000,
    depositAmount: 3_000,
    paymentStatus: 'pending',
    photographerId: ME,
  });
});

it('changes status, undoes and reschedules immediately', async () => {
  const id = await booked();
  expect(await outcome(zero.mutate(mutators.sessions.setStatus({ id, to: 'confirmed', now: NOW })))).toBe('done');
  expect(await outcome(zero.mutate(mutators.sessions.undoStatus({ id, now: NOW })))).toBe('done');
  const moved = mutators.sessions.reschedule({ id, date: NOW + 1, duration: 90, now: NOW });
  expect(await outcome(zero.mutate(moved))).toBe('done');
  expect(await byId(id)).toMatchObject({ status: 'scheduled', date: NOW + 1, duration: 90 });
});

it('changes the loaded sessions of many and leaves the rest to the server', async () => {
  const id = await booked();
  const many = mutators.sessions.setStatuses({ ids: [id, newId()], to: 'cancelled', now: NOW });
  expect(await outcome(zero.mutate(many))).toBe('done');
  expect(await byId(id)).toMatchObject({ status: 'cancelled' });
  expect(await outcome(zero.mutate(mutators.sessions.restore({ id: newId(), now: NOW })))).toBe('done');
});

it('keeps a trashed session in its page’s query, so that a replayed undo finds it', async () => {
  const id = await booked();
  expect(await outcome(zero.mutate(mutators.sessions.trash({ id, now: NOW })))).toBe('done');
  expect(await byId(id)).toMatchObject({ deletedAt: NOW });
  expect(await outcome(zero.mutate(mutators.sessions.restore({ id, now: NOW })))).toBe('done');
  expect(await byId(id)).toMatchObject({ deletedAt: null });
});

it('does not overwrite newer notes', async () => {
  const id = await booked();
  const write = (notes: string, base: string) => zero.mutate(mutators.sessions.setNotes({ id, notes, base, now: NOW }));
  expect(await outcome(write('Mine', ''))).toBe('done');
  expect(await outcome(write('Mine too', ''))).toBe('edit_conflict');
  expect(await byId(id)).toMatchObject({ notes: 'Mine' });
});
