import type { PickResource, SelectionResource } from '#core/api/v1-resources.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { idCursor, isoTime, isoTimeOrNull, type Page, type PageQuery, timeCursor, toPage } from './page.ts';

type SelectionRow = Omit<SelectionResource, 'submittedAt' | 'dueAt' | 'createdAt'> & {
  submittedAt: number | null;
  dueAt: number | null;
  createdAt: number;
};

/** People: who owns the list, is named in it, or has chosen in it. */
const SELECTION = `l.id, l.gallery_id as "galleryId", l.kind, l.name, l.status, l.round,
  l.submitted_at as "submittedAt", l.due_at as "dueAt", l.created_at as "createdAt",
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'email', p.email) order by p.id), '[]')
   from gallery_people p where p.account_id = l.account_id and p.gallery_id = l.gallery_id
     and (p.id = l.owner_person_id
       or exists (select from list_people n where n.list_id = l.id and n.person_id = p.id)
       or exists (select from picks k where k.list_id = l.id and k.person_id = p.id))) as people,
  (select count(distinct k.photo_id)::int from picks k join photos f on f.id = k.photo_id
   where k.list_id = l.id and k.state = 'pick' and f.deleted_at is null) as "chosenCount"`;
const SELECTION_TABLES = `pick_lists l join galleries g on g.account_id = l.account_id and g.id = l.gallery_id`;
const IS_LIVE = 'l.deleted_at is null and g.deleted_at is null';

const toSelection = (row: SelectionRow): SelectionResource => ({
  ...row,
  submittedAt: isoTimeOrNull(row.submittedAt),
  dueAt: isoTimeOrNull(row.dueAt),
  createdAt: isoTime(row.createdAt),
});

export async function findSelection(db: Queryable, accountId: string, id: string): Promise<SelectionResource | null> {
  const [row] = await db.query<SelectionRow>(
    `select ${SELECTION} from ${SELECTION_TABLES} where l.account_id = $1 and l.id = $2 and ${IS_LIVE}`,
    [accountId, id],
  );
  return row ? toSelection(row) : null;
}

export async function listSelections(
  db: Queryable,
  accountId: string,
  galleryId: string,
  query: PageQuery,
): Promise<Page<SelectionResource>> {
  const [at, id] = timeCursor(query.cursor) ?? [null, null];
  const rows = await db.query<SelectionRow>(
    `select ${SELECTION} from ${SELECTION_TABLES} where l.account_id = $1 and l.gallery_id = $2 and ${IS_LIVE}
       and ($3::timestamptz is null or (l.created_at, l.id) > ($3, $4))
     order by l.created_at, l.id limit $5`,
    [accountId, galleryId, timestamp(at), id, query.limit + 1],
  );
  return toPage(rows, query, (row) => [row.createdAt, row.id], toSelection);
}

export async function listPicks(
  db: Queryable,
  accountId: string,
  listId: string,
  query: PageQuery,
): Promise<Page<PickResource>> {
  const [photo, person] = idCursor(query.cursor) ?? [null, null];
  const rows = await db.query<PickResource>(
    `select k.photo_id as "photoId", f.filename, coalesce(f.source_filename, f.filename) as "sourceFilename",
       k.person_id as "personId", k.state, k.rating, k.label
     from picks k join photos f on f.account_id = k.account_id and f.id = k.photo_id
     where k.account_id = $1 and k.list_id = $2 and f.deleted_at is null
       and ($3::text is null or (k.photo_id, k.person_id) > ($3, $4))
     order by k.photo_id, k.person_id limit $5`,
    [accountId, listId, photo, person, query.limit + 1],
  );
  return toPage(
    rows,
    query,
    (row) => [row.photoId, row.personId],
    (row) => row,
  );
}
