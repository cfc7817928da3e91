import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { MAX_SELECTIONS } from '#core/domain/galleries/proofing.ts';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertGallery, insertPhoto, insertRow, newId, type Row } from '../support/rows.ts';

const START = Date.UTC(2030, 4, 1, 12);
const RULES = {
  name: 'Album',
  minCount: 20,
  maxCount: 40,
  includedCount: 30,
  extraPrice: null,
  dueAt: null,
  allowAfterDue: false,
  personIds: null,
};

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
let galleryId: string;
let clock = START;
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = memberContext(members, 'photographer', () => clock);
  galleryId = await insertGallery(database.pool, members.accountId);
});
afterAll(() => database?.drop());

/** An invitation's person. */
async function client(of = galleryId): Promise<string> {
  const id = newId();
  const parents = { account_id: members.accountId, author_id: ctx.userId, gallery_id: of };
  await insertRow(database.pool, 'grants', { id, ...parents, email: `${id}@example.org` });
  return id;
}

async function selection(values: Row = {}): Promise<string> {
  const id = newId();
  const row = { account_id: members.accountId, gallery_id: galleryId, kind: 'selection', name: 'Album' };
  await insertRow(database.pool, 'pick_lists', { id, ...row, ...values });
  return id;
}

const run = (name: string, args: object) => office.mutate(`proofing.${name}`, { ...args, now: 1000 } as never, ctx);
const create = (rules: object = {}, id = newId()) =>
  run('createSelection', { id, galleryId, rules: { ...RULES, ...rules }, notify: false });

async function listOf(id: string): Promise<Row> {
  const { rows } = await database.pool.query<Row>(
    `select l.name, l.status, l.max_count as max, l.for_everyone as "forEveryone", l.round,
       l.submitted_at is not null as "isSubmitted", l.deleted_at is not null as "isDeleted", p.extra_price as price,
       (select coalesce(json_agg(person_id order by person_id), '[]') from list_people where list_id = l.id) as people
     from pick_lists l left join pick_list_prices p on p.list_id = l.id where l.id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

describe('a new selection', () => {
  it('is open, for everybody who is invited', async () => {
    const id = newId();
    expect(await create({}, id)).toBe('done');
    expect(await listOf(id)).toMatchObject({ name: 'Album', status: 'open', max: 40, forEveryone: true, price: null });
    expect(await create({}, id)).toBe('conflict');
  });

  it('has its people and price', async () => {
    const [id, person] = [newId(), await client()];
    expect(await create({ personIds: [person], extraPrice: 1500 }, id)).toBe('done');
    expect(await listOf(id)).toMatchObject({ forEveryone: false, people: [person], price: 1500 });
  });

  it('refuses guests and people of another gallery', async () => {
    const guest = newId();
    const row = { id: guest, account_id: members.accountId, gallery_id: galleryId, role: 'guest' };
    await insertRow(database.pool, 'gallery_people', row);
    const elsewhere = await client(await insertGallery(database.pool, members.accountId));
    expect(await create({ personIds: [guest] })).toBe('not_found');
    expect(await create({ personIds: [elsewhere] })).toBe('not_found');
  });

  it.each([
    { name: '' },
    { minCount: 41 },
    { includedCount: 41 },
    { maxCount: 0 },
    { extraPrice: 0 },
    { personIds: [] },
    { status: 'locked' },
  ])('refuses %j', async (rules) => {
    expect(await create(rules)).toBe('validation_failed');
  });

  it('is refused beyond the limit', async () => {
    const other = await insertGallery(database.pool, members.accountId);
    for (let count = 0; count < MAX_SELECTIONS; count++) await selection({ gallery_id: other });
    const request = { id: newId(), galleryId: other, rules: RULES, notify: false };
    expect(await run('createSelection', request)).toBe('limit_reached');
  });
});

describe('rules of a selection', () => {
  it('change one by one', async () => {
    const id = await selection({ max_count: 10 });
    const person = await client();
    expect(await run('updateSelection', { id, changes: { extraPrice: 900 } })).toBe('done');
    expect(await run('updateSelection', { id, changes: { personIds: [person] } })).toBe('done');
    expect(await listOf(id)).toMatchObject({ max: 10, price: 900, people: [person], forEveryone: false });
    expect(await run('updateSelection', { id, changes: { personIds: null, extraPrice: null } })).toBe('done');
    expect(await listOf(id)).toMatchObject({ price: null, people: [], forEveryone: true });
  });

  it('must fit the stored ones', async () => {
    const id = await selection({ min_count: 5, max_count: 10 });
    expect(await run('updateSelection', { id, changes: { maxCount: 4 } })).toBe('validation_failed');
    expect(await run('updateSelection', { id, changes: { maxCount: 4, minCount: 2 } })).toBe('done');
  });

  it('of favourites and removed selections are not the studio’s', async () => {
    const removed = await selection({ deleted_at: new Date(START) });
    const favourites = await selection({ kind: 'favourites', owner_person_id: await client() });
    for (const id of [removed, favourites]) {
      expect(await run('updateSelection', { id, changes: { name: 'Mine' } })).toBe('not_found');
      expect(await run('removeList', { id })).toBe('not_found');
    }
  });
});

describe('the status of a selection', () => {
  const set = (id: string, to: string) => run('setListStatus', { id, to, notify: false });

  it('opens again and keeps its rounds', async () => {
    const id = await selection({ status: 'submitted', round: 1, submitted_at: new Date(START) });
    const round = { list_id: id, round: 1, account_id: members.accountId, gallery_id: galleryId, photo_ids: [] };
    await insertRow(database.pool, 'pick_rounds', round);
    expect(await set(id, 'open')).toBe('done');
    expect(await listOf(id)).toMatchObject({ status: 'open', round: 1, isSubmitted: false });
    const rounds = await database.pool.query('select from pick_rounds where list_id = $1', [id]);
    expect(rounds.rowCount).toBe(1);
    expect(await set(id, 'open')).toBe('transition_refused');
    expect(await set(id, 'submitted')).toBe('validation_failed');
  });

  it.each([
    ['open', null],
    ['submitted', new Date(START)],
  ])('%s comes back after locking was undone', async (status, submittedAt) => {
    const id = await selection({ status, submitted_at: submittedAt });
    expect(await set(id, 'locked')).toBe('done');
    expect(await run('undoLock', { id })).toBe('done');
    expect(await listOf(id)).toMatchObject({ status });
    expect(await run('undoLock', { id })).toBe('undo_expired');
  });

  it('stays locked once the time for undoing has passed', async () => {
    const id = await selection();
    await set(id, 'locked');
    clock += 11 * MINUTE_MS;
    expect(await run('undoLock', { id })).toBe('undo_expired');
  });
});

describe('a reminder', () => {
  it('is sent once an hour, of open selections', async () => {
    const id = await selection();
    expect(await run('remind', { id })).toBe('done');
    expect(await run('remind', { id })).toBe('rate_limited');
    clock += HOUR_MS;
    expect(await run('remind', { id })).toBe('done');
    expect(await run('remind', { id: await selection({ status: 'locked' }) })).toBe('selection_closed');
  });
});

describe('removing a selection', () => {
  it('can be undone for a while', async () => {
    const id = await selection();
    expect(await run('removeList', { id })).toBe('done');
    expect(await listOf(id)).toMatchObject({ isDeleted: true });
    expect(await run('restoreList', { id })).toBe('done');
    expect(await listOf(id)).toMatchObject({ isDeleted: false });
    await run('removeList', { id });
    clock += DAY_MS;
    expect(await run('restoreList', { id })).toBe('undo_expired');
  });
});

describe('a comment', () => {
  async function comment(values: Row = {}): Promise<string> {
    const id = newId();
    const photoId = await insertPhoto(database.pool, members.accountId, galleryId);
    const parents = { account_id: members.accountId, gallery_id: galleryId, photo_id: photoId };
    const row = { ...parents, file_id: newId(24), person_id: await client(), body: 'Lighter?' };
    await insertRow(database.pool, 'photo_comments', { id, ...row, ...values });
    return id;
  }
  async function rowOf(id: string): Promise<Row> {
    const sql = `select parent_id as "parentId", user_id as "userId", person_id as "personId", body,
      resolved_at is not null as "isResolved", deleted_at is not null as "isDeleted" from photo_comments where id = $1`;
    return (await database.pool.query<Row>(sql, [id])).rows[0] ?? {};
  }

  it('is answered by the studio, in its thread', async () => {
    const [first, answer, further] = [await comment(), newId(), newId()];
    expect(await run('replyToComment', { id: answer, commentId: first, body: ' Sure ' })).toBe('done');
    const written = { parentId: first, userId: ctx.userId, personId: null, body: 'Sure' };
    expect(await rowOf(answer)).toMatchObject(written);
    expect(await run('replyToComment', { id: further, commentId: answer, body: 'Done' })).toBe('done');
    expect(await rowOf(further)).toMatchObject({ parentId: first });
    expect(await run('replyToComment', { id: newId(), commentId: first, body: ' ' })).toBe('validation_failed');
    expect(await run('replyToComment', { id: further, commentId: first, body: 'Again' })).toBe('conflict');
  });

  it('is resolved and reopened', async () => {
    const id = await comment();
    expect(await run('resolveComment', { id })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ isResolved: true });
    expect(await run('reopenComment', { id })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ isResolved: false });
  });

  it('is deleted, and comes back within ten minutes', async () => {
    const id = await comment();
    expect(await run('deleteComment', { id })).toBe('done');
    expect(await run('resolveComment', { id })).toBe('not_found');
    expect(await run('restoreComment', { id })).toBe('done');
    expect(await rowOf(id)).toMatchObject({ isDeleted: false });
    await run('deleteComment', { id });
    clock += 11 * MINUTE_MS;
    expect(await run('restoreComment', { id })).toBe('undo_expired');
  });
});
