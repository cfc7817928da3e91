import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#core/zero/context.ts';
import { backOffice, type BackOffice } from '../support/back-office.ts';
import { makeMembers, memberContext, type Members } from '../support/back-office-rows.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { insertGallery, insertPhoto, insertRow, newId, type Row } from '../support/rows.ts';

let database: TestDatabase;
let office: BackOffice;
let members: Members;
let ctx: Ctx;
let galleryId: string;
let photos: string[];
beforeAll(async () => {
  database = await createDatabase();
  office = backOffice(database);
  members = await makeMembers(database.pool);
  ctx = memberContext(members, 'photographer');
  galleryId = await insertGallery(database.pool, members.accountId);
  photos = [];
  for (let count = 0; count < 3; count++) {
    photos.push(await insertPhoto(database.pool, members.accountId, galleryId));
  }
});
afterAll(() => database?.drop());

const inGallery = () => ({ account_id: members.accountId, gallery_id: galleryId });
const rowsOf = async (sql: string, values: unknown[]) => (await database.pool.query<Row>(sql, values)).rows;

async function guest(values: Row = {}): Promise<string> {
  const id = newId();
  await insertRow(database.pool, 'gallery_people', { id, ...inGallery(), role: 'guest', ...values });
  return id;
}

async function client(values: Row = {}): Promise<string> {
  const id = newId();
  const grant = { id, ...inGallery(), author_id: ctx.userId, email: `${id}@example.org` };
  await insertRow(database.pool, 'grants', { ...grant, ...values });
  return id;
}

async function list(values: Row): Promise<string> {
  const id = newId();
  await insertRow(database.pool, 'pick_lists', { id, ...inGallery(), kind: 'favourites', ...values });
  return id;
}

async function pick(listId: string, personId: string, photo: number, values: Row = {}): Promise<void> {
  const row = { list_id: listId, person_id: personId, photo_id: photos[photo], ...inGallery() };
  await insertRow(database.pool, 'picks', { ...row, ...values });
}

/** A browser that is a person. */
async function browser(personId: string, grantId: string | null = null): Promise<string> {
  const id = newId();
  await insertRow(database.pool, 'visitors', { id, token_hash: newId(64), expires_at: new Date('2031-01-01') });
  await insertRow(database.pool, 'visitor_people', { visitor_id: id, person_id: personId, ...inGallery() });
  await insertRow(database.pool, 'visitor_access', { visitor_id: id, grant_id: grantId, ...inGallery() });
  return id;
}

const merge = (keepId: string, ...mergeIds: string[]) =>
  office.mutate('proofing.mergePeople', { galleryId, keepId, mergeIds, now: 1000 }, ctx);
const picksOf = (personId: string) =>
  rowsOf('select list_id as list, photo_id as photo, state from picks where person_id = $1 order by photo_id', [
    personId,
  ]);

describe('merging people', () => {
  it('keeps every pick, list, comment, round and browser', async () => {
    const [kept, other] = [await guest(), await guest({ name: 'Iris', email: 'iris@example.org' })];
    const own = await list({ owner_person_id: kept, is_default: true });
    const theirs = await list({ owner_person_id: other, is_default: true });
    const named = await list({ owner_person_id: other, name: 'Prints' });
    await pick(own, kept, 0);
    await pick(theirs, other, 0, { state: 'reject' });
    await pick(theirs, other, 1);
    await pick(named, other, 2);
    const comment = { id: newId(), ...inGallery(), photo_id: photos[0], file_id: newId(24), body: 'Lovely' };
    await insertRow(database.pool, 'photo_comments', { ...comment, person_id: other, list_id: theirs });
    const visitorId = await browser(other);
    expect(await merge(kept, other)).toBe('done');
    expect(await picksOf(kept)).toEqual(
      [
        { list: own, photo: photos[0], state: 'pick' },
        { list: own, photo: photos[1], state: 'pick' },
        { list: named, photo: photos[2], state: 'pick' },
      ].toSorted((a, b) => (a.photo! < b.photo! ? -1 : 1)),
    );
    expect(await rowsOf('select name, email from gallery_people where id = any($1)', [[kept, other]])).toEqual([
      { name: 'Iris', email: 'iris@example.org' },
    ]);
    expect(await rowsOf('select person_id, list_id from photo_comments where id = $1', [comment.id])).toEqual([
      { person_id: kept, list_id: own },
    ]);
    expect(await rowsOf('select person_id from visitor_people where visitor_id = $1', [visitorId])).toEqual([
      { person_id: kept },
    ]);
    expect(await rowsOf('select id from pick_lists where owner_person_id = $1 and is_default', [kept])).toHaveLength(1);
  });

  it('of two invitations keeps one, which both links open', async () => {
    const [kept, other] = [await client(), await client()];
    const selection = await list({ kind: 'selection', name: 'Album', for_everyone: false });
    await insertRow(database.pool, 'list_people', { list_id: selection, person_id: other, ...inGallery() });
    await pick(selection, kept, 0, { state: 'reject' });
    await pick(selection, other, 0);
    await pick(selection, other, 1);
    const round = { list_id: selection, round: 1, ...inGallery(), photo_ids: [photos[1]], person_id: other };
    await insertRow(database.pool, 'pick_rounds', round);
    const token = { token_hash: newId(64), account_id: members.accountId, expires_at: new Date('2031-01-01') };
    await insertRow(database.pool, 'grant_tokens', { ...token, grant_id: other });
    const visitorId = await browser(other, other);
    expect(await merge(kept, other)).toBe('done');
    expect((await picksOf(kept)).map(({ photo, state }) => [photo, state])).toEqual(
      [
        [photos[0], 'reject'],
        [photos[1], 'pick'],
      ].toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    );
    expect(await rowsOf('select person_id from list_people where list_id = $1', [selection])).toEqual([
      { person_id: kept },
    ]);
    expect(await rowsOf('select person_id from pick_rounds where list_id = $1', [selection])).toEqual([
      { person_id: kept },
    ]);
    expect(await rowsOf('select grant_id from grant_tokens where token_hash = $1', [token.token_hash])).toEqual([
      { grant_id: kept },
    ]);
    expect(await rowsOf('select grant_id from visitor_access where visitor_id = $1', [visitorId])).toEqual([
      { grant_id: kept },
    ]);
    expect(await rowsOf('select status from grants where id = any($1) order by status', [[kept, other]])).toEqual([
      { status: 'pending' },
      { status: 'revoked' },
    ]);
  });

  it('takes the latest opinion where several guests become one', async () => {
    const people = [await guest(), await guest(), await guest()];
    const selection = await list({ kind: 'selection', name: 'Album' });
    await pick(selection, people[1]!, 0, { state: 'maybe', at: new Date('2030-01-01') });
    await pick(selection, people[2]!, 0, { state: 'pick', at: new Date('2030-01-02') });
    const before = await rowsOf('select version from pick_lists where id = $1', [selection]);
    expect(await merge(people[0]!, people[1]!, people[2]!)).toBe('done');
    expect(await picksOf(people[0]!)).toEqual([{ list: selection, photo: photos[0], state: 'pick' }]);
    // A submission that names the former version is told about the change.
    expect(await rowsOf('select version from pick_lists where id = $1', [selection])).not.toEqual(before);
  });

  it('never makes an invited person a guest, nor takes access away', async () => {
    const [invited, revoked] = [await client(), await client({ status: 'revoked', revoked_at: new Date() })];
    expect(await merge(await guest(), invited)).toBe('validation_failed');
    expect(await merge(revoked, invited)).toBe('validation_failed');
    expect(await merge(invited, revoked)).toBe('done');
  });

  it('refuses people of another gallery, and a person with themselves', async () => {
    const elsewhere = await insertGallery(database.pool, members.accountId);
    const stranger = await guest({ gallery_id: elsewhere });
    const kept = await guest();
    expect(await merge(kept, stranger)).toBe('not_found');
    expect(await merge(stranger, kept)).toBe('not_found');
    expect(await merge(kept, kept)).toBe('validation_failed');
  });
});

describe('removing guests', () => {
  const remove = (...ids: string[]) => office.mutate('proofing.removeGuests', { galleryId, ids, now: 1000 }, ctx);
  const idsOf = async () =>
    (await rowsOf('select id from gallery_people where gallery_id = $1', [galleryId])).map(({ id }) => id);

  it('deletes what they chose and wrote, and nothing of others', async () => {
    const [gone, other] = [await guest(), await guest()];
    const [own, theirs] = [
      await list({ owner_person_id: gone, is_default: true }),
      await list({ owner_person_id: other, is_default: true }),
    ];
    await pick(own, gone, 0);
    await pick(theirs, other, 0);
    const visitorId = await browser(gone);
    expect(await remove(gone)).toBe('done');
    expect(await idsOf()).not.toContain(gone);
    expect([await picksOf(gone), (await picksOf(other)).length]).toEqual([[], 1]);
    expect(await rowsOf('select id from pick_lists where id = any($1)', [[own, theirs]])).toEqual([{ id: theirs }]);
    expect(await rowsOf('select person_id from visitor_people where visitor_id = $1', [visitorId])).toEqual([]);
  });

  it('refuses invited people, and then removes nobody', async () => {
    const [known, invited] = [await guest(), await client()];
    expect(await remove(known, invited)).toBe('validation_failed');
    expect(await idsOf()).toEqual(expect.arrayContaining([known, invited]));
  });
});
