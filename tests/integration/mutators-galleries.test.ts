import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { GALLERY_STATUSES, type GalleryStatus } from '#core/domain/galleries/galleries.ts';
import { makeGalleryId } from '#core/domain/values/ids.ts';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice, type Tx } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, waitingSessions, type TestDatabase } from '../support/database.ts';
import { insertCustomer, insertGallery, insertPhoto, newId, type Row } from '../support/rows.ts';

/** Permitted transitions, repeated here; all others are refused. */
const ALLOWED = new Set([
  'draft→published',
  'published→hidden',
  'hidden→published',
  'hidden→archived',
  'archived→hidden',
]);
const PAIRS = GALLERY_STATUSES.flatMap((from) => GALLERY_STATUSES.map((to) => ({ from, to })));

/** The server's clock, and one of a client that is far behind. */
const NOW = Date.UTC(2030, 4, 1, 12);
const CLIENT = Date.UTC(2020, 0, 1);

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = at(NOW);
});
afterAll(() => database?.drop());

const at = (now: number, role: 'owner' | 'photographer' = 'owner') => memberContext(members, role, () => now);
const gallery = (values: Row = {}) => insertGallery(database.pool, members.accountId, values);
const inStatus = (status: GalleryStatus, values: Row = {}) =>
  gallery({ status, ...(status === 'draft' ? {} : { published_at: new Date(NOW - DAY_MS) }), ...values });
const setStatus = (id: string, to: string, as: Ctx = ctx) =>
  office.mutate('galleries.setStatus', { id, to, now: CLIENT }, as);
const undo = (id: string, as: Ctx = ctx) => office.mutate('galleries.undoStatus', { id, now: CLIENT }, as);
const update = (id: string, changes: object, as: Ctx = ctx) =>
  office.mutate('galleries.update', { id, changes, now: CLIENT } as never, as);

/** A gallery's row, times in epoch milliseconds. */
async function rowOf(id: string): Promise<Row> {
  const { rows } = await database.pool.query<Row>('select * from galleries where id = $1', [id]);
  const row = rows[0] ?? {};
  return Object.fromEntries(Object.entries(row).map(([k, v]) => [k, v instanceof Date ? v.getTime() : v]));
}

describe('status', () => {
  it.each(PAIRS)('$from → $to', async ({ from, to }) => {
    const id = await inStatus(from);
    const allowed = ALLOWED.has(`${from}→${to}`);
    expect(await setStatus(id, to)).toBe(allowed ? 'done' : 'transition_refused');
    expect((await rowOf(id))['status']).toBe(allowed ? to : from);
  });

  it('has no other values', async () => {
    expect(await setStatus(await gallery(), 'expired')).toBe('validation_failed');
  });

  it('keeps the first publication time', async () => {
    const id = await gallery();
    await setStatus(id, 'published');
    expect((await rowOf(id))['published_at']).toBe(NOW);
    await setStatus(id, 'hidden', at(NOW + DAY_MS));
    await setStatus(id, 'published', at(NOW + 2 * DAY_MS));
    expect(await rowOf(id)).toMatchObject({ status: 'published', published_at: NOW, updated_at: NOW + 2 * DAY_MS });
  });

  it('writes the server’s time instead of the client’s', async () => {
    const id = await gallery();
    await setStatus(id, 'published');
    expect(await rowOf(id)).toMatchObject({ published_at: NOW, status_changed_at: NOW, updated_at: NOW });
  });

  it('of a gallery in the trash cannot change', async () => {
    const id = await gallery({ deleted_at: new Date(NOW) });
    expect(await setStatus(id, 'published')).toBe('not_found');
  });
});

describe('undo of a status', () => {
  const LEGAL = PAIRS.filter(({ from, to }) => ALLOWED.has(`${from}→${to}`));

  it.each(LEGAL)('reverts $from → $to', async ({ from, to }) => {
    const id = await inStatus(from);
    const before = await rowOf(id);
    await setStatus(id, to);
    expect(await undo(id)).toBe('done');
    const { updated_at: _now, ...rest } = await rowOf(id);
    const { updated_at: _then, ...asBefore } = before;
    expect(rest).toEqual(asBefore);
  });

  it('is allowed for ten minutes, to the millisecond, by the server’s clock', async () => {
    const [early, late] = [await gallery(), await gallery()];
    await setStatus(early, 'published');
    await setStatus(late, 'published');
    expect(await undo(late, at(NOW + 10 * MINUTE_MS + 1))).toBe('undo_expired');
    expect((await rowOf(late))['status']).toBe('published');
    expect(await undo(early, at(NOW + 10 * MINUTE_MS))).toBe('done');
    expect((await rowOf(early))['status']).toBe('draft');
  });

  it('is allowed only to the user who made the change', async () => {
    const id = await gallery();
    await setStatus(id, 'published', at(NOW, 'photographer'));
    expect(await undo(id, at(NOW, 'owner'))).toBe('undo_expired');
    expect(await undo(id, at(NOW, 'photographer'))).toBe('done');
  });

  it('reverts one step, once', async () => {
    const id = await gallery();
    expect(await undo(id)).toBe('undo_expired');
    await setStatus(id, 'published');
    await setStatus(id, 'hidden');
    expect(await undo(id)).toBe('done');
    expect((await rowOf(id))['status']).toBe('published');
    expect(await undo(id)).toBe('undo_expired');
  });

  it('clears a publication time that was undone', async () => {
    const id = await gallery();
    await setStatus(id, 'published');
    await undo(id);
    expect(await rowOf(id)).toMatchObject({ status: 'draft', published_at: null });
    await setStatus(id, 'published', at(NOW + DAY_MS));
    expect((await rowOf(id))['published_at']).toBe(NOW + DAY_MS);
  });

  it('with a forged previous status is refused by the table', async () => {
    const forged = { previous_status: 'draft', status_changed_at: new Date(NOW), status_changed_by: ctx.userId };
    const id = await inStatus('archived', forged);
    expect(await undo(id)).toBe('transition_refused');
  });
});

describe('concurrent changes', () => {
  /** Runs `first`, and lets it continue only when `second` waits for it. */
  async function inTurn<T>(first: (tx: Tx) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
    const { waiting } = await office.transaction(async (tx) => {
      await first(tx);
      const waiting = second();
      await expect.poll(() => waitingSessions(database.pool)).toBe(1);
      return { waiting };
    });
    return waiting;
  }
  const mutate = (name: string, args: object) => (tx: Tx) => office.mutateIn(tx, name, { now: CLIENT, ...args }, ctx);

  it('cannot both change a status', async () => {
    const id = await inStatus('hidden');
    const second = await inTurn(mutate('galleries.setStatus', { id, to: 'published' }), () =>
      setStatus(id, 'archived'),
    );
    expect(second).toBe('transition_refused');
    expect((await rowOf(id))['status']).toBe('published');
  });

  it('cannot both undo one change', async () => {
    const id = await gallery();
    await setStatus(id, 'published');
    expect(await inTurn(mutate('galleries.undoStatus', { id }), () => undo(id))).toBe('undo_expired');
  });

  it('cannot require a password that is being removed', async () => {
    const id = await gallery({ has_password: true });
    const takeAway = (tx: Tx) => {
      const sql = 'update galleries set has_password = false where id = $1';
      return tx.dbTransaction.query(sql, [id]);
    };
    expect(await inTurn(takeAway, () => update(id, { visibility: 'password' }))).toBe('validation_failed');
  });
});

describe('changes', () => {
  it('write the given fields and keep the others', async () => {
    const id = await gallery({ description: 'By the sea', allow_web: false });
    const before = await rowOf(id);
    expect(await update(id, { name: '  Nora & Pau ', sortBy: 'filename' })).toBe('done');
    expect(await rowOf(id)).toEqual({ ...before, name: 'Nora & Pau', sort_by: 'filename', updated_at: NOW });
  });

  it('convert expiry 0 to null, and back', async () => {
    const id = await gallery();
    await update(id, { expiresAt: NOW + DAY_MS });
    expect((await rowOf(id))['expires_at']).toBe(NOW + DAY_MS);
    await update(id, { name: 'Still ends' });
    expect((await rowOf(id))['expires_at']).toBe(NOW + DAY_MS);
    await update(id, { expiresAt: 0 });
    expect((await rowOf(id))['expires_at']).toBeNull();
  });

  it('require a password before password protection', async () => {
    const id = await gallery();
    expect(await update(id, { visibility: 'password' })).toBe('validation_failed');
    expect((await rowOf(id))['visibility']).toBe('link');
    const locked = await gallery({ has_password: true });
    expect(await update(locked, { visibility: 'password' })).toBe('done');
  });

  it.each(['public', 'link', 'invite'])('set the visibility %s', async (visibility) => {
    const id = await gallery({ visibility: visibility === 'link' ? 'public' : 'link' });
    expect(await update(id, { visibility })).toBe('done');
    expect((await rowOf(id))['visibility']).toBe(visibility);
  });

  it('link a customer of the studio, and unlink', async () => {
    const customer = await insertCustomer(database.pool, members.accountId);
    const id = await gallery();
    expect(await update(id, { customerId: customer })).toBe('done');
    expect((await rowOf(id))['customer_id']).toBe(customer);
    expect(await update(id, { customerId: null })).toBe('done');
    expect((await rowOf(id))['customer_id']).toBeNull();
  });

  it('keep a customer in the trash, but link no new one', async () => {
    const customer = await insertCustomer(database.pool, members.accountId, { deleted_at: new Date() });
    const id = await gallery({ customer_id: customer });
    expect(await update(id, { name: 'Renamed', customerId: customer })).toBe('done');
    expect(await update(await gallery(), { customerId: customer })).toBe('not_found');
  });

  it('link no erased customer', async () => {
    const customer = await insertCustomer(database.pool, members.accountId, { erased_at: new Date() });
    expect(await update(await gallery(), { customerId: customer })).toBe('not_found');
  });

  it('replace the design and keep the other settings', async () => {
    const id = await gallery({ settings: { note: 'x', design: { colors: 'dark' } } });
    expect(await update(id, { design: { layout: 'columns' } })).toBe('done');
    expect((await rowOf(id))['settings']).toEqual({ note: 'x', design: { layout: 'columns' } });
    const translations = { es: { name: 'Boda' } };
    expect(await update(id, { translations })).toBe('done');
    expect((await rowOf(id))['settings']).toEqual({ note: 'x', design: { layout: 'columns' }, translations });
  });

  it('accept a cover of the same gallery outside the trash', async () => {
    const [id, other] = [await gallery(), await gallery()];
    const photo = await insertPhoto(database.pool, members.accountId, id);
    const elsewhere = await insertPhoto(database.pool, members.accountId, other);
    const trashed = await insertPhoto(database.pool, members.accountId, id, { deleted_at: new Date() });
    expect(await update(id, { coverPhotoId: elsewhere })).toBe('not_found');
    expect(await update(id, { coverPhotoId: trashed })).toBe('not_found');
    expect(await update(id, { coverPhotoId: photo })).toBe('done');
    expect((await rowOf(id))['cover_photo_id']).toBe(photo);
    expect(await update(id, { coverPhotoId: null })).toBe('done');
  });

  it.each([
    { accountId: '0'.repeat(10) },
    { status: 'published' },
    { hasPassword: true },
    { publishedAt: 0 },
    { deletedAt: null },
    { settings: {} },
    { design: { layout: 'mosaic' } },
    { design: { unknown: 1 } },
    { translations: { de: { name: 'Hochzeit' } } },
    { translations: { es: { name: 'x'.repeat(121) } } },
    { name: '' },
    { name: ' '.repeat(5) },
    { name: 'x'.repeat(121) },
    { name: 'a\u0000b' },
    { description: '\ud800' },
    { expiresAt: -1 },
    { expiresAt: 1.5 },
    { date: 8.64e15 },
    { visibility: 'private' },
    { sortBy: 'size' },
    JSON.parse('{"__proto__": {"status": "published"}}') as object,
    { constructor: {} },
  ])('refuse %j', async (changes) => {
    const id = await gallery();
    const before = await rowOf(id);
    expect(await update(id, changes)).toBe('validation_failed');
    expect(await rowOf(id)).toEqual(before);
  });

  it('of a gallery in the trash are refused', async () => {
    expect(await update(await gallery({ deleted_at: new Date() }), { name: 'Gone' })).toBe('not_found');
  });
});

describe('a new gallery', () => {
  const newId26 = () => makeGalleryId((bytes) => crypto.getRandomValues(bytes), members.accountId);
  const create = (args: object) => office.mutate('galleries.create', { now: CLIENT, ...args } as never, ctx);

  it('is a draft with access by link', async () => {
    const id = newId26();
    expect(await create({ id, name: 'Wedding', date: NOW })).toBe('done');
    expect(await rowOf(id)).toMatchObject({
      account_id: members.accountId,
      author_id: ctx.userId,
      status: 'draft',
      visibility: 'link',
      has_password: false,
      published_at: null,
      expires_at: null,
      date: NOW,
      created_at: NOW,
      updated_at: NOW,
    });
  });

  it('with an existing id is a conflict and changes nothing', async () => {
    const id = await gallery({ name: 'First' });
    expect(await create({ id, name: 'Second' })).toBe('conflict');
    expect((await rowOf(id))['name']).toBe('First');
  });

  it('refuses customers of others and in the trash, and bad ids', async () => {
    const trashed = await insertCustomer(database.pool, members.accountId, { deleted_at: new Date() });
    expect(await create({ id: newId26(), name: 'Wedding', customerId: trashed })).toBe('not_found');
    expect(await create({ id: newId26(), name: 'Wedding', customerId: newId() })).toBe('not_found');
    expect(await create({ id: 'short', name: 'Wedding' })).toBe('validation_failed');
    expect(await create({ id: newId26(), name: 'Wedding', status: 'published' })).toBe('validation_failed');
  });
});

describe('the trash', () => {
  const restore = (id: string, as: Ctx) => office.mutate('galleries.restore', { id, now: CLIENT }, as);

  it('keeps a gallery for thirty days, to the millisecond', async () => {
    const [kept, gone] = [await inStatus('published'), await gallery()];
    for (const id of [kept, gone])
      expect(await office.mutate('galleries.trash', { id, now: CLIENT }, ctx)).toBe('done');
    expect(await rowOf(kept)).toMatchObject({ deleted_at: NOW, status: 'published' });
    expect(await restore(gone, at(NOW + 30 * DAY_MS + 1))).toBe('undo_expired');
    expect((await rowOf(gone))['deleted_at']).toBe(NOW);
    expect(await restore(kept, at(NOW + 30 * DAY_MS))).toBe('done');
    expect(await rowOf(kept)).toMatchObject({ deleted_at: null, status: 'published' });
  });

  it('deletes a gallery once; restoring an active one changes nothing', async () => {
    const id = await gallery();
    const before = await rowOf(id);
    expect(await restore(id, ctx)).toBe('done');
    expect(await rowOf(id)).toEqual(before);
    expect(await office.mutate('galleries.trash', { id, now: CLIENT }, ctx)).toBe('done');
    expect(await office.mutate('galleries.trash', { id, now: CLIENT }, ctx)).toBe('not_found');
  });
});

describe('a link for guests', () => {
  it('is refused with the hash of another studio’s link', async () => {
    const open = (galleryId: string, tokenHash: string, as: Ctx) =>
      office.mutate('guestUploads.open', { galleryId, tokenHash, sectionId: null, endsAt: null, now: CLIENT }, as);
    const others = await makeMembers(database.pool);
    const theirs = await insertGallery(database.pool, others.accountId);
    const tokenHash = newId(43);
    const own = memberContext(others, 'owner', () => NOW);
    expect(await open(theirs, tokenHash, own)).toBe('done');
    expect(await open(await gallery(), tokenHash, ctx)).toBe('conflict');
    expect(await open(theirs, tokenHash, own)).toBe('done');
    await expect(
      database.pool.query(
        `insert into guest_upload_links (gallery_id, account_id, author_id, token_hash) values ($1, $2, $3, $4)`,
        [await gallery(), members.accountId, ctx.userId, tokenHash],
      ),
    ).rejects.toThrow(/guest_upload_links_token_hash_key/);
  });
});
