import { randomUUID } from 'node:crypto';
import { makeGalleryId } from '#core/domain/ids.ts';
import { ROLES, type Role } from '#core/domain/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { insertAccount, insertCustomer, insertGallery, insertPhoto, insertRow, newId, type Db } from './rows.ts';

/** A studio with somebody in each role, and somebody who was in it. */
export interface Members {
  accountId: string;
  people: Readonly<Record<Role, string>>;
  removed: string;
}

/** Rows that mutators can be tried on, in the states that they ask for. */
export interface Rows {
  accountId: string;
  customerId: string;
  /** A draft with two photos, the first of them its cover, and one grant. */
  draftId: string;
  publishedId: string;
  /** Published a moment ago by `actor`. */
  undoableId: string;
  trashedId: string;
  photoId: string;
  failedPhotoId: string;
  trashedPhotoId: string;
  grantId: string;
}

export async function makeMembers(db: Db): Promise<Members> {
  const { id, ownerId } = await insertAccount(db);
  const people = { owner: ownerId, admin: randomUUID(), photographer: randomUUID(), assistant: randomUUID() };
  for (const role of ROLES.filter((role) => role !== 'owner')) await insertMember(db, id, people[role], role);
  const removed = randomUUID();
  await insertMember(db, id, removed, 'admin');
  await db.query('delete from account_members where user_id = $1', [removed]);
  return { accountId: id, people, removed };
}

async function insertMember(db: Db, accountId: string, userId: string, role: Role): Promise<void> {
  const email = `${role}@example.org`;
  await insertRow(db, 'account_members', { account_id: accountId, user_id: userId, role, email, name: role });
}

/** What the server makes of a member's call. */
export function memberContext({ accountId, people }: Members, role: Role, now: () => number = Date.now): Ctx {
  return { userId: people[role], accountId, role, now };
}

export async function makeRows(db: Db, accountId: string, actor: string = randomUUID()): Promise<Rows> {
  const customerId = await insertCustomer(db, accountId);
  const draftId = await insertGallery(db, accountId, { customer_id: customerId });
  const photoId = await insertPhoto(db, accountId, draftId);
  await db.query('update galleries set cover_photo_id = $1 where id = $2', [photoId, draftId]);
  const published = { status: 'published', published_at: new Date() };
  const act = { previous_status: 'draft', status_changed_at: new Date(), status_changed_by: actor };
  const grantId = newId();
  const author = { account_id: accountId, author_id: actor };
  await insertRow(db, 'grants', { id: grantId, ...author, gallery_id: draftId, email: 'guest@example.org' });
  return {
    accountId,
    customerId,
    draftId,
    photoId,
    grantId,
    publishedId: await insertGallery(db, accountId, published),
    undoableId: await insertGallery(db, accountId, { ...published, ...act }),
    trashedId: await insertGallery(db, accountId, { deleted_at: new Date() }),
    failedPhotoId: await insertPhoto(db, accountId, draftId, { status: 'failed', failure_reason: 'corrupt' }),
    trashedPhotoId: await insertPhoto(db, accountId, draftId, { deleted_at: new Date() }),
  };
}

/** Well-formed ids of an account that no row has. */
export function missingRows(accountId: string): Rows {
  const gallery = () => makeGalleryId((bytes) => crypto.getRandomValues(bytes), accountId);
  return {
    accountId,
    customerId: newId(),
    draftId: gallery(),
    publishedId: gallery(),
    undoableId: gallery(),
    trashedId: gallery(),
    photoId: newId(),
    failedPhotoId: newId(),
    trashedPhotoId: newId(),
    grantId: newId(),
  };
}

/** Every row of an account, in every table that has accounts, as text to be compared. */
export async function snapshot(db: Db, accountId: string): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const parts = tables.rows.map(
    ({ name }) => `select '${name}' || to_jsonb(t)::text as line from ${name} t where account_id = $1`,
  );
  const account = `select 'accounts' || to_jsonb(a)::text as line from accounts a where id = $1`;
  const rows = await db.query<{ line: string }>(`${[account, ...parts].join(' union all ')} order by 1`, [accountId]);
  return rows.rows.map(({ line }) => line);
}
