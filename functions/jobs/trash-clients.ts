import type { Queryable } from '../lib/db.ts';

/** Rows a run erases; the rest waits for the next. */
const AT_ONCE = 500;

/**
 * Erases sessions that were in the trash for their time. What money was taken for stays in the books, should one of
 * them be in the trash for whatever reason.
 * @param due the latest moment at which they went there
 */
export async function eraseSessions(db: Queryable, due: Date): Promise<number> {
  const erased = await db.query(
    `delete from sessions s where s.deleted_at <= $1 and s.id in (
       select d.id from sessions d where d.deleted_at <= $1
         and not exists (select from payments p where p.account_id = d.account_id and p.session_id = d.id
           and p.status not in ('pending', 'failed', 'void'))
       order by d.deleted_at, d.id limit ${AT_ONCE})
     returning id`,
    [due],
  );
  return erased.length;
}

/** The same of clients; one who has sessions left stays with them. */
export async function eraseCustomers(db: Queryable, due: Date): Promise<number> {
  const erased = await db.query(
    `delete from customers c where c.deleted_at <= $1 and c.id in (
       select d.id from customers d where d.deleted_at <= $1
         and not exists (select from sessions s where s.account_id = d.account_id and s.customer_id = d.id)
       order by d.deleted_at, d.id limit ${AT_ONCE})
     returning id`,
    [due],
  );
  return erased.length;
}
