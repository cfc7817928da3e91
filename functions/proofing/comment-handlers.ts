import { proofing } from '#core/api/proofing.ts';
import type { BodyOf } from '#core/api/endpoint.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { MAX_PERSON_COMMENTS } from '#core/domain/galleries/proofing.ts';
import { recordEvent } from '../galleries/events.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { actAs, authorizeAct } from './caller.ts';
import { changeList } from './change-list.ts';
import { type Chooser, findLists } from './lists.ts';
import { findPerson } from './people.ts';
import { limitComments } from './rate-limits.ts';
import { findComments, toOwnPerson } from './view.ts';

type NewComment = BodyOf<typeof proofing.saveComment> & { id: string };

/** Comments of one person within this time are one entry of the activity. */
const ACTIVITY_MS = 30 * MINUTE_MS;

export const saveComment = defineHandler(proofing.saveComment, async ({ services, request, params, body }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['comment']);
  if (body.body === '' && body.strokes.length === 0) throw new AppError('validation_failed', { field: 'body' });
  await limitComments(services.db, request.viewerIp, caller.visitor?.id, now);
  const [photo] = await services.db.query(
    `select from photos p where p.id = $2 and p.gallery_id = $1 and ${IS_VISIBLE}`,
    [caller.galleryAccess.id, body.photoId],
  );
  if (!photo) throw new AppError('not_found');
  const { person, cookies } = await actAs(services, request, caller);
  const chooser = { ...caller, person };
  const { comment } = await changeList(services, async (tx) => {
    // Serialises comments of one person.
    await tx.query('select from gallery_people where id = $1 for no key update', [person.id]);
    const lists = (await findLists(tx, chooser)).map(({ id }) => id);
    const values = { ...body, id: params.commentId };
    if (!(await updateComment(tx, chooser, values))) await insertComment(tx, chooser, lists, values, now);
    const [saved] = await findComments(tx, chooser, lists, params.commentId);
    if (!saved) throw new AppError('not_found');
    return { comment: saved, isChanged: true };
  });
  return { body: { comment, person: toOwnPerson(person) }, cookies };
});

/** Changes the person's own comment; false if they have none with this id. Photo, list and thread stay. */
async function updateComment(tx: Queryable, { galleryAccess, person }: Chooser, comment: NewComment): Promise<boolean> {
  const [row] = await tx.query(
    `update photo_comments set body = $6, pin_x = $7, pin_y = $8, strokes = $9, file_id = $10
     where id = $1 and account_id = $2 and gallery_id = $3 and person_id = $4 and photo_id = $5 and deleted_at is null
     returning id`,
    [
      comment.id,
      galleryAccess.accountId,
      galleryAccess.id,
      person.id,
      comment.photoId,
      comment.body,
      comment.pin?.x ?? null,
      comment.pin?.y ?? null,
      JSON.stringify(comment.strokes),
      comment.fileId,
    ],
  );
  return row !== undefined;
}

/** @throws AppError `not_found` for a list or thread that the person does not see, or an id in use; `limit_reached` */
async function insertComment(
  tx: Queryable,
  chooser: Chooser,
  listIds: readonly string[],
  comment: NewComment,
  now: number,
): Promise<void> {
  const { galleryAccess, person } = chooser;
  const { accountId, id: galleryId } = galleryAccess;
  const [own] = await tx.query<{ count: number; last: number | null }>(
    // Removed ones count too, so that removing makes no room for endless rows.
    'select count(*) as count, max(created_at) as last from photo_comments where person_id = $1',
    [person.id],
  );
  if ((own?.count ?? 0) >= MAX_PERSON_COMMENTS) throw new AppError('limit_reached', { limit: MAX_PERSON_COMMENTS });
  let { listId, parentId } = comment;
  if (parentId !== null) {
    const [parent] = await findComments(tx, chooser, listIds, parentId);
    if (!parent || parent.photoId !== comment.photoId) throw new AppError('not_found');
    // An answer is seen by those who see what it answers; threads have one level.
    ({ listId } = parent);
    parentId = parent.parentId ?? parent.id;
  }
  if (listId !== null && !listIds.includes(listId)) throw new AppError('not_found');
  const [row] = await tx.query(
    `insert into photo_comments (id, account_id, gallery_id, photo_id, file_id, list_id, parent_id, person_id, body,
       pin_x, pin_y, strokes, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) on conflict (id) do nothing returning id`,
    [
      comment.id,
      accountId,
      galleryId,
      comment.photoId,
      comment.fileId,
      listId,
      parentId,
      person.id,
      comment.body,
      comment.pin?.x ?? null,
      comment.pin?.y ?? null,
      JSON.stringify(comment.strokes),
      timestamp(now),
    ],
  );
  if (!row) throw new AppError('not_found');
  if (own?.last && now - own.last < ACTIVITY_MS) return;
  const event = { accountId, galleryId, grantId: person.grantId, photoId: comment.photoId };
  await recordEvent(tx, { ...event, kind: 'commented' }, now);
}

export const removeComment = defineHandler(proofing.removeComment, async ({ services, request, params }) => {
  const now = services.clock();
  const caller = await authorizeAct(services, request, params.galleryId, ['comment']);
  await limitComments(services.db, request.viewerIp, caller.visitor?.id, now);
  const known = await findPerson(services.db, caller);
  if (!known) throw new AppError('not_found');
  await changeList(services, async (tx) => {
    const [row] = await tx.query(
      `update photo_comments set deleted_at = coalesce(deleted_at, $3) where id = $1 and person_id = $2 returning id`,
      [params.commentId, known.person.id, timestamp(now)],
    );
    if (!row) throw new AppError('not_found');
    return { isChanged: true };
  });
  return { body: { removed: true } };
});
