import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import type { ListKind, ListStatus } from '#core/domain/galleries/proofing.ts';
import { IS_VISIBLE } from '../photos/visibility.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { ProofingCaller } from './caller.ts';
import type { Person } from './people.ts';

export interface ListRow {
  id: string;
  kind: ListKind;
  name: string;
  isDefault: boolean;
  status: ListStatus;
  forEveryone: boolean;
  minCount: number | null;
  maxCount: number | null;
  includedCount: number | null;
  extraPrice: number | null;
  currency: string;
  dueAt: number | null;
  allowAfterDue: boolean;
  version: number;
  round: number;
  submittedAt: number | null;
}

const LIST = `l.id, l.kind, l.name, l.is_default as "isDefault", l.status, l.for_everyone as "forEveryone",
  l.min_count as "minCount", l.max_count as "maxCount", l.included_count as "includedCount",
  r.extra_price as "extraPrice", a.currency_code as currency, l.due_at as "dueAt", l.allow_after_due as "allowAfterDue", l.version,
  l.round, l.submitted_at as "submittedAt"`;

const FROM = 'pick_lists l join accounts a on a.id = l.account_id left join pick_list_prices r on r.list_id = l.id';

/**
 * SQL: person $3 of gallery $2 of account $1 may see list `l` and choose in it: their own favourites, and selections that
 * are theirs if they are invited with the right to select ($4).
 */
const IS_OWN = `l.account_id = $1 and l.gallery_id = $2 and l.deleted_at is null and (l.owner_person_id = $3
  or $4 and l.kind = 'selection' and (l.for_everyone or exists (
    select from list_people lp where lp.list_id = l.id and lp.person_id = $3)))`;

/**
 * SQL: person `p` with grant `g` may choose in selection `l` at the time of the parameter `now`. The same as `IS_OWN`,
 * for all people.
 */
export const IS_MEMBER = (now: string): string => `g.can_select and g.can_view and g.status <> 'revoked'
  and g.status <> 'expired' and (g.expires_at is null or g.expires_at > ${now})
  and (l.for_everyone or exists (select from list_people lp where lp.list_id = l.id and lp.person_id = p.id))`;

/** A person with the rights of this call. */
export type Chooser = Pick<ProofingCaller, 'galleryAccess' | 'rights'> & { person: Person };

const chooserValues = ({ galleryAccess, rights, person }: Chooser) => [
  galleryAccess.accountId,
  galleryAccess.id,
  person.id,
  rights.select && person.role === 'client',
];

/** Returns the lists of a person: the default one first, then by age. */
export function findLists(db: Queryable, chooser: Chooser): Promise<ListRow[]> {
  return db.query<ListRow>(
    `select ${LIST} from ${FROM} where ${IS_OWN} order by l.is_default desc, l.created_at, l.id`,
    chooserValues(chooser),
  );
}

/** Returns one of a person's lists, locked until the end of the transaction; null if it is not theirs. */
export async function lockList(tx: Queryable, chooser: Chooser, listId: string): Promise<ListRow | null> {
  const [row] = await tx.query<ListRow>(
    `select ${LIST} from ${FROM} where ${IS_OWN} and case when $5 = 'favourites' then l.is_default else l.id = $5 end
     for no key update of l`,
    [...chooserValues(chooser), listId],
  );
  return row ?? null;
}

/**
 * Like `lockList`; the list `favourites` is created if it is missing.
 * @throws AppError `not_found`
 */
export async function openList(tx: Queryable, chooser: Chooser, listId: string, now: number): Promise<ListRow> {
  if (listId === 'favourites') {
    await tx.query(
      `insert into pick_lists (id, account_id, gallery_id, owner_person_id, kind, is_default, created_at, updated_at)
       values ($1, $2, $3, $4, 'favourites', true, $5, $5) on conflict (owner_person_id) where is_default do nothing`,
      [makeId(random), chooser.galleryAccess.accountId, chooser.galleryAccess.id, chooser.person.id, timestamp(now)],
    );
  }
  const list = await lockList(tx, chooser, listId);
  if (!list) throw new AppError('not_found');
  return list;
}

/** Returns the ids of the visible photos that a person has picked in a list: what limits and prices count. */
export async function countedPhotos(tx: Queryable, listId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct p.id from picks k join photos p on p.id = k.photo_id
     where k.list_id = $1 and k.state = 'pick' and ${IS_VISIBLE}`,
    [listId],
  );
  return rows.map(({ id }) => id);
}

/** Counts a change of a locked list. */
export async function raiseVersion(tx: Queryable, list: ListRow): Promise<ListRow> {
  const [row] = await tx.query<{ version: number }>(
    'update pick_lists set version = version + 1 where id = $1 returning version',
    [list.id],
  );
  return { ...list, version: row!.version };
}
