import { proofing } from '#core/api/proofing.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { extraCharge, listClosed } from '#core/domain/galleries/pick-rules.ts';
import { recordEvent } from '../galleries/events.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { authorizeAct } from './caller.ts';
import { changeList } from './change-list.ts';
import { chargeExtras, lockPayingSession, type PayingSession } from './extras.ts';
import { type Chooser, countedPhotos, lockList, type ListRow } from './lists.ts';
import { enqueueConfirmations } from './mails.ts';
import { findPerson } from './people.ts';
import { limitPicks } from './rate-limits.ts';
import { toLists } from './view.ts';

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
    const session = await lockPayingSession(tx, { accountId, galleryId });
    const list = await lockList(tx, chooser, params.listId);
    if (!list || list.kind !== 'selection') throw new AppError('not_found');
    const isRepeated = list.round > 0 && list.status !== 'open' && list.version === body.version;
    const extras = isRepeated ? await readExtras(tx, list) : await closeRound(tx, chooser, list, session, body, now);
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
  session: PayingSession | null,
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
  const charge = { accountId, galleryId, listId: list.id, listName: list.name, round, currency: list.currency };
  await chargeExtras(tx, session, { ...charge, ...extra }, now);
  await notifyStudio(tx, { accountId, what: 'proofing', listId: list.id }, now);
  await enqueueConfirmations(tx, { accountId, listId: list.id, personId: person.id }, now);
  await recordEvent(tx, { accountId, galleryId, grantId: person.grantId, kind: 'submitted', photoCount: count }, now);
  return { extraCount: extra.count, extraAmount: extra.amount };
}
