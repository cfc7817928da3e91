import { proofing, type ProofingPick } from '#core/api/proofing.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { listClosed } from '#core/domain/galleries/pick-rules.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { actAs, authorizeAct } from './caller.ts';
import { changeList } from './change-list.ts';
import { countedPhotos, lockList, type ListRow, openList, raiseVersion } from './lists.ts';
import { findPerson } from './people.ts';
import { limitPicks } from './rate-limits.ts';
import { toLists, toOwnPerson } from './view.ts';

export const pick = defineHandler(proofing.pick, async ({ services, request, params, body }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['select']);
  await limitPicks(services.db, request.viewerIp, caller.visitor?.id, now);
  await requireVisible(services.db, caller.galleryAccess.id, params.photoId);
  const { person, cookies } = await actAs(services, request, caller);
  const chooser = { ...caller, person };
  const saved = await changeList(services, async (tx) => {
    const list = await openList(tx, chooser, params.listId, now);
    const photo = { id: params.photoId, galleryId: caller.galleryAccess.id };
    const [changed, row] = await savePick(tx, list, photo, person.id, body, now);
    const [seen] = await toLists(tx, chooser, [changed], now);
    return { list: seen!, pick: row, isChanged: changed.version !== list.version };
  });
  return { body: { list: saved.list, pick: saved.pick, person: toOwnPerson(person) }, cookies };
});

/** @throws AppError `not_found` for a photo that visitors do not see */
async function requireVisible(db: Queryable, galleryId: string, photoId: string): Promise<void> {
  const [photo] = await db.query(`select from photos p where p.id = $2 and p.gallery_id = $1 and ${IS_VISIBLE}`, [
    galleryId,
    photoId,
  ]);
  if (!photo) throw new AppError('not_found');
}

/** Stores one opinion in a locked list. The same one again is no change, so that it succeeds in a closed list too. */
async function savePick(
  tx: Queryable,
  list: ListRow,
  photo: { id: string; galleryId: string },
  personId: string,
  { state, rating, label }: PickValue,
  now: number,
): Promise<[ListRow, ProofingPick]> {
  const key = { listId: list.id, photoId: photo.id, personId };
  const [before] = await tx.query<PickValue & { at: number }>(
    'select state, rating, label, at from picks where list_id = $1 and photo_id = $2 and person_id = $3',
    [list.id, photo.id, personId],
  );
  if (before && before.state === state && before.rating === rating && before.label === label)
    return [list, { ...key, ...before }];
  if (listClosed(list, now)) throw new AppError('selection_closed');
  if (state === 'pick' && list.maxCount !== null) {
    const counted = await countedPhotos(tx, list.id);
    if (!counted.includes(photo.id) && counted.length >= list.maxCount)
      throw new AppError('selection_full', { max: list.maxCount });
  }
  const [stored] = await tx.query<{ at: number }>(
    `insert into picks (list_id, photo_id, person_id, account_id, gallery_id, state, rating, label, at)
     select $1, p.id, $3, p.account_id, p.gallery_id, $5, $6, $7, $8 from photos p
     where p.id = $2 and p.gallery_id = $4 and ${IS_VISIBLE}
     on conflict (list_id, photo_id, person_id) do update set state = excluded.state, rating = excluded.rating,
       label = excluded.label, at = excluded.at
     returning at`,
    [list.id, photo.id, personId, photo.galleryId, state, rating, label, timestamp(now)],
  );
  if (!stored) throw new AppError('not_found');
  return [await raiseVersion(tx, list), { ...key, state, rating, label, at: stored.at }];
}

export const unpick = defineHandler(proofing.unpick, async ({ services, request, params }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['select']);
  await limitPicks(services.db, request.viewerIp, caller.visitor?.id, now);
  const known = await findPerson(services.db, caller);
  // A visitor without a person has no default list, so there is nothing to take back.
  if (!known) {
    if (params.listId !== 'favourites') throw new AppError('not_found');
    return { body: { list: null } };
  }
  const chooser = { ...caller, person: known.person };
  const { list } = await changeList(services, async (tx) => {
    const before = await lockList(tx, chooser, params.listId);
    if (!before && params.listId !== 'favourites') throw new AppError('not_found');
    if (!before) return { list: null, isChanged: false };
    const after = await removePick(tx, before, params.photoId, known.person.id, now);
    const [seen] = await toLists(tx, chooser, [after], now);
    return { list: seen!, isChanged: after.version !== before.version };
  });
  return { body: { list } };
});

async function removePick(
  tx: Queryable,
  list: ListRow,
  photoId: string,
  personId: string,
  now: number,
): Promise<ListRow> {
  const removed = await tx.query(
    'delete from picks where list_id = $1 and photo_id = $2 and person_id = $3 returning 1',
    [list.id, photoId, personId],
  );
  if (removed.length === 0) return list;
  if (listClosed(list, now)) throw new AppError('selection_closed');
  return raiseVersion(tx, list);
}
