import { ERASED_NAME } from '#core/domain/customers.ts';
import { type Database, type Queryable, timestamp } from '../lib/db.ts';
import { eraseTraces, findPerson } from '../lib/erase-customer.ts';

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

/**
 * The same of clients, with what there is of each. One who has sessions left stays with them, and names nobody from
 * then on.
 */
export async function eraseCustomers(db: Database, due: Date, now: number): Promise<number> {
  const customers = await db.query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from customers where deleted_at <= $1
     order by deleted_at, id limit ${AT_ONCE}`,
    [due],
  );
  for (const { id, accountId } of customers) {
    await db.transaction((tx) => eraseCustomer(tx, accountId, id, due, now));
  }
  return customers.length;
}

async function eraseCustomer(tx: Queryable, accountId: string, id: string, due: Date, now: number): Promise<void> {
  const person = await findPerson(tx, accountId, id);
  // Restored at this very moment.
  const [still] = await tx.query('select from customers where id = $1 and deleted_at <= $2', [id, due]);
  if (!person || !still) return;
  // Whoever was merged left their invites to the one who stayed, and who was entered twice has them once more.
  const others = await tx.query<{ email: string }>(
    `select lower(email) as email from customers
     where account_id = $1 and deleted_at is null and lower(email) = any($2::text[])`,
    [accountId, person.emails],
  );
  const shared = new Set(others.map(({ email }) => email));
  await eraseTraces(tx, accountId, { ...person, emails: person.emails.filter((email) => !shared.has(email)) }, now);
  const [session] = await tx.query('select from sessions where account_id = $1 and customer_id = $2 limit 1', [
    accountId,
    id,
  ]);
  if (session) await leaveShell(tx, id, now);
  else await tx.query('delete from customers where id = $1', [id]);
}

/** As the mutator does, see core/zero/mutators/customer-erasure.ts. */
async function leaveShell(tx: Queryable, id: string, now: number): Promise<void> {
  await tx.query(
    `update customers set name = $2, email = '', phone = '', address = '', tax_id = '', notes = '', language = null,
       tags = '[]', deleted_at = null, merged_into = null, erased_at = $3 where id = $1`,
    [id, ERASED_NAME, timestamp(now)],
  );
}
