import type { ProofingComment, ProofingList, ProofingPick, ProofingView } from '#core/api/proofing.ts';
import { listClosed } from '#core/domain/galleries/pick-rules.ts';
import { readProofing, type Strokes } from '#core/domain/galleries/proofing.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ProofingCaller } from './caller.ts';
import { type Chooser, findLists, IS_MEMBER, type ListRow } from './lists.ts';
import type { Person } from './people.ts';

/** Returns the person as its own browser sees it. */
export const toOwnPerson = ({ id, name, email, role, color }: Person): NonNullable<ProofingView['person']> => ({
  id,
  name,
  email,
  role,
  color,
});

interface ListPerson {
  listId: string;
  id: string;
  name: string;
  color: number;
}

/** Returns lists as one of their people sees them. */
export async function toLists(
  db: Queryable,
  { person, galleryAccess }: Chooser,
  lists: readonly ListRow[],
  now: number,
): Promise<ProofingList[]> {
  const selections = lists.filter(({ kind }) => kind === 'selection').map(({ id }) => id);
  const people = selections.length === 0 ? [] : await findListPeople(db, galleryAccess.id, selections, now);
  return lists.map(({ forEveryone: _forEveryone, allowAfterDue, extraPrice, currency, ...list }) => ({
    ...list,
    closed: listClosed({ ...list, allowAfterDue }, now),
    extraPrice: extraPrice === null ? null : { amount: extraPrice, currency },
    people: people
      .filter(({ listId }) => listId === list.id)
      .map(({ id, name, color }) => ({ id, name, color, isYou: id === person.id })),
  }));
}

/** People of selections: those who may choose now, and those who have chosen. */
function findListPeople(
  db: Queryable,
  galleryId: string,
  listIds: readonly string[],
  now: number,
): Promise<ListPerson[]> {
  return db.query<ListPerson>(
    `select l.id as "listId", p.id, p.name, p.color
     from pick_lists l join gallery_people p on p.account_id = l.account_id and p.gallery_id = l.gallery_id
       left join grants g on g.id = p.grant_id
     where l.gallery_id = $1 and l.id = any ($2)
       and (${IS_MEMBER('$3')}
         or exists (select from picks k where k.list_id = l.id and k.person_id = p.id))
     order by p.created_at, p.id`,
    [galleryId, listIds, timestamp(now)],
  );
}

const PICK = `k.list_id as "listId", k.photo_id as "photoId", k.person_id as "personId", k.state, k.rating, k.label, k.at`;

function findPicks(db: Queryable, listIds: readonly string[]): Promise<ProofingPick[]> {
  return db.query<ProofingPick>(
    `select ${PICK} from picks k join photos p on p.id = k.photo_id
     where k.list_id = any ($1) and ${IS_VISIBLE} order by k.at, k.list_id, k.photo_id, k.person_id`,
    [listIds],
  );
}

interface CommentRow extends Omit<ProofingComment, 'pin' | 'strokes' | 'isYou'> {
  pinX: number | null;
  pinY: number | null;
  strokes: Strokes;
}

/**
 * Returns the comments that a person may see: their own, those of their lists, and the studio's answers to them. A
 * studio's comment outside a list that answers nobody is the studio's own note.
 * @param id only this one
 */
export async function findComments(
  db: Queryable,
  { galleryAccess, person }: Chooser,
  listIds: readonly string[],
  id: string | null = null,
): Promise<ProofingComment[]> {
  const rows = await db.query<CommentRow>(
    `with recursive seen as (
       select c.id from photo_comments c
       where c.account_id = $1 and c.gallery_id = $2 and c.deleted_at is null
         and (c.person_id = $3 or c.list_id = any ($4))
       union
       select r.id from photo_comments r join seen s on r.parent_id = s.id
       where r.account_id = $1 and r.gallery_id = $2 and r.deleted_at is null and r.user_id is not null)
     select c.id, c.photo_id as "photoId", c.file_id = p.file_id as "isCurrent", c.list_id as "listId",
       c.parent_id as "parentId", coalesce(a.name, '') as author, c.person_id as "personId",
       c.user_id is not null as "isStudio", c.body, c.pin_x as "pinX", c.pin_y as "pinY", c.strokes,
       c.resolved_at as "resolvedAt", c.created_at as "createdAt"
     from seen s join photo_comments c on c.id = s.id join photos p on p.id = c.photo_id
       left join gallery_people a on a.id = c.person_id
     where ${IS_VISIBLE} and ($5::text is null or c.id = $5) order by c.created_at, c.id`,
    [galleryAccess.accountId, galleryAccess.id, person.id, listIds, id],
  );
  return rows.map(({ pinX, pinY, ...row }) => ({
    ...row,
    isYou: row.personId === person.id,
    pin: pinX === null || pinY === null ? null : { x: pinX, y: pinY },
  }));
}

/** Returns all that a caller may see. */
export async function readView(
  db: Queryable,
  { galleryAccess, member, rights }: ProofingCaller,
  person: Person | null,
  now: number,
): Promise<ProofingView> {
  const [setting] = await db.query<{ value: unknown }>(
    "select value from settings where account_id = $1 and key = 'proofing'",
    [galleryAccess.accountId],
  );
  const view = {
    person: person && toOwnPerson(person),
    canSelect: !member && rights.select,
    canComment: !member && rights.comment,
    labelNames: readProofing(setting?.value).labelNames,
    lists: [],
    picks: [],
    comments: [],
  };
  if (!person) return view;
  const chooser = { galleryAccess, rights, person };
  const lists = await findLists(db, chooser);
  const ids = lists.map(({ id }) => id);
  const [seen, picks, comments] = await Promise.all([
    toLists(db, chooser, lists, now),
    findPicks(db, ids),
    findComments(db, chooser, ids),
  ]);
  return { ...view, lists: seen, picks, comments };
}
