import { proofing } from '#core/api/proofing.ts';
import { extraCharge, listClosed } from '#core/domain/galleries/pick-rules.ts';
import { MAX_PERSON_LISTS } from '#core/domain/galleries/proofing.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { recordEvent } from '../galleries/events.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { actAs, authorize, authorizeAct } from './caller.ts';
import { changeList } from './change-list.ts';
import { chargeExtras, lockPayingOrder, type PayingOrder } from './extras.ts';
import { type Chooser, countedPhotos, type ListRow, lockList } from './lists.ts';
import { enqueueConfirmations } from './enqueue-mails.ts';
import { findPerson } from './people.ts';
import { limitPicks } from './rate-limits.ts';
import { readView, toLists, toOwnPerson } from './view.ts';

export { removeComment, saveComment } from './comment-handlers.ts';
export { adopt, details, recover } from './person-handlers.ts';
export { pick, unpick } from './pick-handlers.ts';

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

interface Extras {
  extraCount: number;
  extraAmount: number;
}

export const submit = defineHandler(proofing.submit, async ({ services, request, params, body }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['select']);
  await limitPicks(services.db, request.viewerIp, caller.visitor?.id, now);
  const known = await findPerson(services.db, caller);
  if (!known) throw new AppError('not_found');
  const chooser = { ...caller, person: known.person };
  const saved = await changeList(services, async (tx) => {
    const { accountId, id: galleryId } = caller.galleryAccess;
    const order = await lockPayingOrder(tx, { accountId, galleryId, listId: params.listId });
    const list = await lockList(tx, chooser, params.listId);
    if (!list || list.kind !== 'selection') throw new AppError('not_found');
    const isRepeated = list.round > 0 && list.status !== 'open' && list.version === body.version;
    const extras = isRepeated ? await readExtras(tx, list) : await closeRound(tx, chooser, list, order, body, now);
    const after = isRepeated ? list : (await lockList(tx, chooser, list.id))!;
    const [seen] = await toLists(tx, chooser, [after], now);
    return { body: { list: seen!, ...extras }, isChanged: !isRepeated };
  });
  return { body: saved.body };
});

/** Returns the extra photos of a submitted list's last round. */
async function readExtras(tx: Queryable, list: ListRow): Promise<Extras> {
  const [round] = await tx.query<{ picked: number }>(
    'select jsonb_array_length(photo_ids) as picked from pick_rounds where list_id = $1 and round = $2',
    [list.id, list.round],
  );
  const { count, amount } = extraCharge(round?.picked ?? 0, list);
  return { extraCount: count, extraAmount: amount };
}

/**
 * Submits a locked list as it is.
 * @throws AppError `selection_closed`, `selection_changed`, `selection_incomplete`, `selection_full`
 */
async function closeRound(
  tx: Queryable,
  { galleryAccess, person }: Chooser,
  list: ListRow,
  order: PayingOrder | null,
  { version, note }: { version: number; note: string },
  now: number,
): Promise<Extras> {
  const { accountId, id: galleryId } = galleryAccess;
  if (listClosed(list, now)) throw new AppError('selection_closed');
  if (list.version !== version) throw new AppError('selection_changed', { version: list.version });
  const photoIds = await countedPhotos(tx, list.id);
  const count = photoIds.length;
  const min = list.minCount ?? 1;
  if (count < min) throw new AppError('selection_incomplete', { min, count });
  if (list.maxCount !== null && count > list.maxCount) throw new AppError('selection_full', { max: list.maxCount });
  const round = list.round + 1;
  await tx.query(
    `insert into pick_rounds (list_id, round, account_id, gallery_id, photo_ids, note, person_id, submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [list.id, round, accountId, galleryId, JSON.stringify(photoIds), note, person.id, timestamp(now)],
  );
  await tx.query(`update pick_lists set status = 'submitted', round = $2, submitted_at = $3 where id = $1`, [
    list.id,
    round,
    timestamp(now),
  ]);
  const extra = extraCharge(count, list);
  const of = { accountId, galleryId, personId: person.id };
  const charge = { ...of, listId: list.id, listName: list.name, round, currency: list.currency };
  await chargeExtras(tx, order, { ...charge, ...extra }, now);
  await notifyStudio(tx, { accountId, what: 'proofing', listId: list.id }, now);
  await enqueueConfirmations(tx, { accountId, listId: list.id, personId: person.id }, now);
  await recordEvent(tx, { accountId, galleryId, grantId: person.grantId, kind: 'submitted', photoCount: count }, now);
  return { extraCount: extra.count, extraAmount: extra.amount };
}
