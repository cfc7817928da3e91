import { type MutatorResult, Zero } from '@rocicorp/zero';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeGalleryId } from '#core/domain/values/ids.ts';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema, type Schema } from '#core/zero/schema.ts';
import { backOffice } from '../support/back-office.ts';
import { makeMembers, memberContext } from '../support/back-office-rows.ts';
import { createDatabase } from '../support/database.ts';
import { expectLogged } from '../support/expected-log.ts';
import { newId } from '../support/rows.ts';

expectLogged('Zero');

/** Runs the same mutators as a browser does: on an in-memory replica, without a server. */
const NOW = Date.UTC(2030, 4, 1, 12);
const ACCOUNT = '0'.repeat(10);
const context: Ctx = { userId: '7f1c8a52-95b0-4b8c-9a0d-1f2e3d4c5b6a', accountId: ACCOUNT, role: 'photographer' };

const open = (ctx: Ctx) =>
  new Zero<Schema, undefined, Ctx | undefined>({
    schema,
    mutators,
    context: ctx,
    userID: ctx.userId,
    cacheURL: null,
    kvStore: 'mem',
    // Refusals are expected here; Zero would log them.
    logSink: { log: () => undefined },
  });
let zero: ReturnType<typeof open>;
beforeEach(() => {
  zero = open(context);
});
afterEach(() => zero.close());

const newGalleryId = () => makeGalleryId((bytes) => crypto.getRandomValues(bytes), ACCOUNT);
const byId = (id: string) => zero.run(queries.galleries.byId({ id }));

async function outcome(change: MutatorResult): Promise<string> {
  const { type, ...rest } = await change.client;
  return type === 'success' ? 'done' : 'error' in rest ? rest.error.message : type;
}

describe('a browser without a server', () => {
  it('creates, publishes and unpublishes immediately, by its own clock', async () => {
    const id = newGalleryId();
    expect(await outcome(zero.mutate(mutators.galleries.create({ id, name: 'Wedding', now: NOW })))).toBe('done');
    expect(await byId(id)).toMatchObject({ status: 'draft', createdAt: NOW, hasPassword: false });
    expect(await outcome(zero.mutate(mutators.galleries.setStatus({ id, to: 'published', now: NOW + 1 })))).toBe(
      'done',
    );
    expect(await byId(id)).toMatchObject({ status: 'published', publishedAt: NOW + 1 });
    expect(await outcome(zero.mutate(mutators.galleries.undoStatus({ id, now: NOW + 2 })))).toBe('done');
    expect(await byId(id)).toMatchObject({ status: 'draft', publishedAt: null });
  });

  it('applies the rules locally and changes nothing on a refusal', async () => {
    const id = newGalleryId();
    await zero.mutate(mutators.galleries.create({ id, name: 'Wedding', now: NOW })).client;
    const refused = zero.mutate(mutators.galleries.setStatus({ id, to: 'archived', now: NOW }));
    expect(await outcome(refused)).toBe('transition_refused');
    const again = zero.mutate(mutators.galleries.create({ id, name: 'Other', now: NOW }));
    expect(await outcome(again)).toBe('conflict');
    expect(await byId(id)).toMatchObject({ status: 'draft', name: 'Wedding' });
  });

  it('shows an assistant no invitations and refuses to create galleries for one', async () => {
    await zero.close();
    zero = open({ ...context, role: 'assistant' });
    const id = newGalleryId();
    expect(await outcome(zero.mutate(mutators.galleries.create({ id, name: 'Wedding', now: NOW })))).toBe('forbidden');
    expect(await byId(id)).toBeUndefined();
    expect(await zero.run(queries.galleries.grants({ galleryId: id }))).toEqual([]);
  });

  it('leaves checks of the trash to the server', async () => {
    const id = newGalleryId();
    expect(await outcome(zero.mutate(mutators.galleries.restore({ id, now: NOW })))).toBe('done');
    await zero.mutate(mutators.galleries.create({ id, name: 'Wedding', now: NOW })).client;
    const photos = { galleryId: id, photoIds: [newId()], now: NOW };
    expect(await outcome(zero.mutate(mutators.photos.restore({ ...photos, cover: null })))).toBe('done');
  });

  it('shows no rows without a user', async () => {
    const id = newId();
    await zero.mutate(mutators.customers.create({ id, name: 'Ada', now: NOW })).client;
    expect(await zero.run(queries.customers.list({ limit: 10 }))).toMatchObject([{ id }]);
    const nobody = queries.customers.list.fn({ args: { limit: 10 }, ctx: undefined });
    expect(await zero.run(nobody)).toEqual([]);
  });

  it('computes the same rows as the server', async () => {
    const database = await createDatabase();
    const office = backOffice(database);
    const members = await makeMembers(database.pool);
    let clock = NOW;
    const ctx = memberContext(members, 'photographer', () => clock);
    await zero.close();
    zero = open({ userId: ctx.userId, accountId: ctx.accountId, role: ctx.role });
    const galleryId = makeGalleryId((bytes) => crypto.getRandomValues(bytes), ctx.accountId);
    const [a, b, c, d, preset, mark] = [newId(), newId(), newId(), newId(), newId(), newId()];
    const layout = { position: 'top', size: 25, opacity: 50, isTiled: false } as const;
    const steps = [
      [mutators.galleries.create, { id: galleryId, name: 'Wedding' }],
      [mutators.sections.create, { id: a, galleryId, name: 'Ceremony', order: 1 }],
      [mutators.sections.create, { id: b, galleryId, name: 'Party', order: 2, sortBy: 'manual' }],
      [mutators.sections.create, { id: c, galleryId, name: 'Dinner', order: 3, isVisible: false }],
      [mutators.sections.reorder, { galleryId, sectionIds: [c, a] }],
      [mutators.sections.update, { id: a, changes: { name: 'Vows', sortBy: 'filename' } }],
      [mutators.sections.remove, { id: b }],
      [mutators.watermarks.create, { id: mark, name: 'Studio', kind: 'text', text: '©', ...layout }],
      [mutators.watermarks.update, { id: mark, changes: { isTiled: true } }],
      [
        mutators.presets.create,
        { id: preset, name: 'Weddings', settings: { sortBy: 'manual', sections: ['Vows', 'Cake'] } },
      ],
      [mutators.presets.apply, { id: preset, galleryId, sectionIds: [d] }],
      [mutators.presets.update, { id: preset, changes: { name: 'Parties' } }],
    ] as const;
    for (const [mutator, args] of steps) {
      clock += 1;
      const { mutatorName } = mutator as unknown as { mutatorName: string };
      const change = (mutator as unknown as (args: object) => never)({ ...args, now: clock });
      expect(await outcome(zero.mutate(change)), mutatorName).toBe('done');
      expect(await office.mutate(mutatorName, { ...args, now: clock } as never, ctx), mutatorName).toBe('done');
    }
    for (const [name, query, args] of [
      ['galleries.byId', queries.galleries.byId({ id: galleryId }), { id: galleryId }],
      ['galleries.sections', queries.galleries.sections({ galleryId }), { galleryId }],
      ['presets.list', queries.presets.list(), undefined],
      ['watermarks.list', queries.watermarks.list(), undefined],
    ] as const) {
      const here: unknown = await zero.run(query as never);
      const there = await office.read(name, args, ctx);
      expect(strip(Array.isArray(here) ? here : [here]), name).toEqual(strip(there));
    }
    await database.drop();
  });
});

/** Rows without values that only the database knows: counts, and nulls of absent columns. */
function strip(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => {
    const { stats: _counts, ...columns } = row as Record<string, unknown>;
    return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null && value !== undefined));
  });
}
