import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import type { PersonRole } from '../../domain/galleries/proofing.ts';
import type { Ctx } from '../context.ts';
import { ownRows } from '../own-rows.ts';

export interface PeopleMerge {
  accountId: string;
  galleryId: string;
  keepId: string;
  mergeIds: readonly string[];
}

interface Sql {
  query: (text: string, values: unknown[]) => Promise<readonly unknown[]>;
}

interface Person {
  id: string;
  role: PersonRole;
  grantId: string | null;
  isRevoked: boolean;
}

/**
 * Merges people of one gallery on the server. Where several have an opinion on a photo, the kept person's stays, else
 * the latest.
 * @throws AppError `not_found` for a person of another gallery; `validation_failed` if an invited person would become a
 *   guest, or one with access a person without
 */
export async function mergePeopleRows(sql: Sql, merge: PeopleMerge, now: number): Promise<void> {
  const { accountId, galleryId, keepId } = merge;
  const scope = [accountId, galleryId];
  // Lists before people, as in a pick: its list is locked before its foreign keys lock the person.
  await sql.query(
    'select from pick_lists where account_id = $1 and gallery_id = $2 order by id for no key update',
    scope,
  );
  const mergeIds = [...new Set(merge.mergeIds)];
  const people = (await sql.query(
    `select p.id, p.role, p.grant_id as "grantId", coalesce(g.status = 'revoked', true) as "isRevoked"
     from gallery_people p left join grants g on g.id = p.grant_id
     where p.account_id = $1 and p.gallery_id = $2 and p.id = any($3) order by p.id for update of p`,
    [...scope, [keepId, ...mergeIds]],
  )) as Person[];
  const kept = people.find(({ id }) => id === keepId);
  if (!kept || people.length !== mergeIds.length + 1) throw new AppError('not_found', { field: 'mergeIds' });
  const clients = people.filter(({ id, role }) => id !== keepId && role === 'client');
  if (clients.length > 0 && kept.role === 'guest') throw new AppError('validation_failed', { field: 'keepId' });
  if (kept.isRevoked && clients.some(({ isRevoked }) => !isRevoked)) {
    throw new AppError('validation_failed', { field: 'keepId' });
  }
  await mergeDefaultLists(sql, keepId, mergeIds);
  await movePicks(sql, keepId, mergeIds);
  const moved = [keepId, mergeIds];
  await sql.query('update pick_lists set owner_person_id = $1 where owner_person_id = any($2)', moved);
  await sql.query(
    `insert into list_people (list_id, person_id, account_id, gallery_id)
     select list_id, $1, account_id, gallery_id from list_people where person_id = any($2) on conflict do nothing`,
    moved,
  );
  for (const table of ['photo_comments', 'pick_rounds', 'visitor_people', 'person_tokens']) {
    await sql.query(`update ${table} set person_id = $1 where person_id = any($2)`, moved);
  }
  await sql.query(
    `update gallery_people p set
       name = case when p.name = '' then coalesce(o.name, '') else p.name end,
       email = case when p.email = '' then coalesce(o.email, '') else p.email end
     from (select (array_agg(name order by created_at) filter (where name <> ''))[1] as name,
         (array_agg(email order by created_at) filter (where email <> ''))[1] as email
       from gallery_people where id = any($2)) o
     where p.id = $1`,
    moved,
  );
  const grantIds = clients.flatMap(({ grantId }) => grantId ?? []);
  if (grantIds.length > 0 && kept.grantId) await moveInvitations(sql, kept.grantId, grantIds, now);
  await sql.query('delete from gallery_people where id = any($1)', [mergeIds]);
}

/** Merges each person's default list into the kept person's; the first becomes that list if there is none. */
async function mergeDefaultLists(sql: Sql, keepId: string, mergeIds: readonly string[]): Promise<void> {
  const lists = (await sql.query(
    `select id from pick_lists where is_default and owner_person_id = any($1)
     order by owner_person_id <> $2, created_at, id`,
    [[keepId, ...mergeIds], keepId],
  )) as { id: string }[];
  const [first, ...others] = lists.map(({ id }) => id);
  if (!first || others.length === 0) return;
  await sql.query(
    `insert into picks (list_id, photo_id, person_id, account_id, gallery_id, state, rating, label, at)
     select $1, photo_id, person_id, account_id, gallery_id, state, rating, label, at from picks
     where list_id = any($2)`,
    [first, others],
  );
  await sql.query('update photo_comments set list_id = $1 where list_id = any($2)', [first, others]);
  await sql.query('delete from pick_lists where id = any($1)', [others]);
}

async function movePicks(sql: Sql, keepId: string, mergeIds: readonly string[]): Promise<void> {
  const moved = [keepId, mergeIds];
  await sql.query(
    `update pick_lists set version = version + 1
     where id in (select list_id from picks where person_id = any($1))`,
    [mergeIds],
  );
  await sql.query(
    `insert into picks (list_id, photo_id, person_id, account_id, gallery_id, state, rating, label, at)
     select distinct on (list_id, photo_id) list_id, photo_id, $1, account_id, gallery_id, state, rating, label, at
     from picks where person_id = any($2) order by list_id, photo_id, at desc, person_id on conflict do nothing`,
    moved,
  );
  await sql.query('delete from picks where person_id = any($1)', [mergeIds]);
}

/** Gives links and browsers of invitations to another one, and ends them. */
async function moveInvitations(sql: Sql, grantId: string, mergedIds: readonly string[], now: number): Promise<void> {
  for (const table of ['visitor_access', 'grant_tokens']) {
    await sql.query(`update ${table} set grant_id = $1 where grant_id = any($2)`, [grantId, mergedIds]);
  }
  await sql.query(`update grants set status = 'revoked', revoked_at = $2 where id = any($1) and status <> 'revoked'`, [
    mergedIds,
    new Date(now).toISOString(),
  ]);
}

/** Merges the rows that the browser has. */
export async function mergeKnownPeople(
  tx: Transaction,
  ctx: Ctx,
  { galleryId, keepId, mergeIds }: Omit<PeopleMerge, 'accountId'>,
  now: number,
): Promise<void> {
  const inGallery = ownRows(ctx, 'picks').where('galleryId', galleryId);
  const kept = await tx.run(inGallery.where('personId', keepId));
  const decided = new Set(kept.map(({ listId, photoId }) => `${listId} ${photoId}`));
  for (const pick of await tx.run(inGallery.where('personId', 'IN', mergeIds))) {
    await tx.mutate.picks.delete({ listId: pick.listId, photoId: pick.photoId, personId: pick.personId });
    const key = `${pick.listId} ${pick.photoId}`;
    if (!decided.has(key)) await tx.mutate.picks.insert({ ...pick, personId: keepId });
    decided.add(key);
  }
  const owned = ownRows(ctx, 'pickLists').where('ownerPersonId', 'IN', mergeIds);
  for (const { id } of await tx.run(owned)) {
    await tx.mutate.pickLists.update({ id, ownerPersonId: keepId, updatedAt: now });
  }
  const written = ownRows(ctx, 'photoComments').where('personId', 'IN', mergeIds);
  for (const { id } of await tx.run(written)) await tx.mutate.photoComments.update({ id, personId: keepId });
  for (const id of mergeIds) await tx.mutate.galleryPeople.delete({ id });
}
