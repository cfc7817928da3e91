import { proofing } from '#core/api/proofing.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { MAX_PERSON_LISTS } from '#core/domain/galleries/proofing.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { actAs, authorize, authorizeAct } from './caller.ts';
import { changeList } from './change-list.ts';
import { type Chooser, lockList } from './lists.ts';
import { findPerson } from './people.ts';
import { limitPicks } from './rate-limits.ts';
import { readView, toLists, toOwnPerson } from './view.ts';

export const view = defineHandler(proofing.view, async ({ services, request, params }) => {
  const caller = await authorize(services, request, params.galleryId);
  const known = caller.member ? null : await findPerson(services.db, caller);
  return { body: await readView(services.db, caller, known?.person ?? null, services.clock()) };
});

export const saveList = defineHandler(proofing.saveList, async ({ services, request, params, body }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['select']);
  await limitPicks(services.db, request.viewerIp, caller.visitor?.id, now);
  const { person, cookies } = await actAs(services, request, caller);
  const chooser = { ...caller, person };
  const { list } = await changeList(services, async (tx) => {
    await insertList(tx, chooser, { id: params.listId, name: body.name }, now);
    const own = await lockList(tx, chooser, params.listId);
    // Only favourites are named by visitors: the default list has no name, and selections are named by the studio.
    if (!own || own.isDefault || own.kind !== 'favourites') throw new AppError('not_found');
    await tx.query('update pick_lists set name = $2 where id = $1 and name <> $2', [own.id, body.name]);
    const [seen] = await toLists(tx, chooser, [{ ...own, name: body.name }], now);
    return { list: seen!, isChanged: true };
  });
  return { body: { list, person: toOwnPerson(person) }, cookies };
});

/**
 * Creates a list of favourites, or brings back the person's own that was removed; no-op if the list exists.
 * @throws AppError `limit_reached`
 */
async function insertList(
  tx: Queryable,
  { galleryAccess, person }: Chooser,
  { id, name }: { id: string; name: string },
  now: number,
): Promise<void> {
  // Serialises new lists of one person.
  await tx.query('select from gallery_people where id = $1 for no key update', [person.id]);
  const own = await tx.query<{ id: string; isRemoved: boolean }>(
    `select id, deleted_at is not null as "isRemoved" from pick_lists
     where owner_person_id = $1 and not is_default order by id for no key update`,
    [person.id],
  );
  const existing = own.find((list) => list.id === id);
  if (existing && !existing.isRemoved) return;
  // One is the default list. Removed ones count too, so that removing makes no room for endless rows.
  if (own.length - (existing ? 1 : 0) >= MAX_PERSON_LISTS - 1)
    throw new AppError('limit_reached', { limit: MAX_PERSON_LISTS });
  if (existing) await tx.query('update pick_lists set deleted_at = null where id = $1', [id]);
  else
    await tx.query(
      `insert into pick_lists (id, account_id, gallery_id, owner_person_id, kind, name, created_at, updated_at)
       values ($1, $2, $3, $4, 'favourites', $5, $6, $6) on conflict (id) do nothing`,
      [id, galleryAccess.accountId, galleryAccess.id, person.id, name, timestamp(now)],
    );
}

export const removeList = defineHandler(proofing.removeList, async ({ services, request, params }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['select']);
  await limitPicks(services.db, request.viewerIp, caller.visitor?.id, now);
  const known = await findPerson(services.db, caller);
  if (!known) throw new AppError('not_found');
  const chooser = { ...caller, person: known.person };
  await changeList(services, async (tx) => {
    const list = await lockList(tx, chooser, params.listId);
    if (!list || list.kind !== 'favourites' || list.isDefault) throw new AppError('not_found');
    await tx.query('update pick_lists set deleted_at = $2 where id = $1', [list.id, timestamp(now)]);
    return { isChanged: true };
  });
  return { body: { removed: true } };
});
