import { ERASED_NAME } from '#core/domain/clients/customers.ts';
import { OPEN_STATUSES } from '#core/domain/sessions/sessions.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import { describeError, log } from '../platform/observability/telemetry.ts';
import { erasePersonalData, expireExports } from './erase.ts';
import { findIdentity, keepPreviousEmails } from './identity.ts';

/** Rows that one run erases; the rest waits for the next run. */
const BATCH_SIZE = 500;

/**
 * Erases sessions whose time in the trash is over. Sessions with payments stay in the books.
 * @param due the latest `deleted_at` to erase
 */
export async function eraseSessions(db: Queryable, due: Date): Promise<number> {
  const erased = await db.query(
    `delete from sessions s where s.deleted_at <= $1 and s.id in (
       select d.id from sessions d where d.deleted_at <= $1
         and not exists (select from payments p where p.account_id = d.account_id and p.session_id = d.id
           and p.status not in ('pending', 'failed', 'void'))
       order by d.deleted_at, d.id limit ${BATCH_SIZE})
     returning id`,
    [due],
  );
  return erased.length;
}

/**
 * SQL: customer `c` in the trash is due for erasure. Only owners and admins may erase a customer with bookkeeping data,
 * see core/zero/mutators/customers.ts, so customers with payments or open sessions stay in the trash.
 */
const IS_DUE = `c.deleted_at <= $1
  and not exists (select from payments p where p.account_id = c.account_id and p.customer_id = c.id)
  and not exists (select from sessions s where s.account_id = c.account_id and s.customer_id = c.id
    and s.deleted_at is null and s.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')}))`;

/**
 * Erases customers whose time in the trash is over, with their data. A customer with sessions left is anonymised
 * instead. An error affects only that customer.
 */
export async function eraseCustomers(db: Database, due: Date, now: number): Promise<number> {
  const customers = await db.query<{ id: string; accountId: string }>(
    `select c.id, c.account_id as "accountId" from customers c where ${IS_DUE}
     order by c.deleted_at, c.id limit ${BATCH_SIZE}`,
    [due],
  );
  let erased = 0;
  for (const { id, accountId } of customers) {
    try {
      await db.transaction((tx) => eraseCustomer(tx, accountId, id, due, now));
      erased += 1;
    } catch (error) {
      log('error', 'trash_failed', { id, ...describeError(error) });
    }
  }
  return erased;
}

async function eraseCustomer(tx: Queryable, accountId: string, id: string, due: Date, now: number): Promise<void> {
  const person = await findIdentity(tx, accountId, id);
  // The customer was restored or has a payment since.
  const [row] = await tx.query<{ isMerged: boolean }>(
    `select c.merged_into is not null as "isMerged" from customers c where ${IS_DUE} and c.id = $2`,
    [due, id],
  );
  if (!person || !row) return;
  // The data of a merged customer belongs to the surviving one.
  if (row.isMerged) await keepPreviousEmails(tx, accountId, id, now);
  // Keep shared emails: a duplicate entry of the same person still uses those invites.
  else await erasePersonalData(tx, accountId, { ...person, sharedEmails: [] }, now);
  // The surviving customer of a merge has this data too.
  if (!row.isMerged) await expireExports(tx, accountId, now);
  const [session] = await tx.query('select from sessions where account_id = $1 and customer_id = $2 limit 1', [
    accountId,
    id,
  ]);
  if (session) await anonymize(tx, id, now);
  else await tx.query('delete from customers where id = $1', [id]);
}

/** Anonymises like the mutator, see core/zero/mutators/customers.ts. */
async function anonymize(tx: Queryable, id: string, now: number): Promise<void> {
  await tx.query(
    `update customers set name = $2, email = '', phone = '', address = '', tax_id = '', notes = '', language = null,
       tags = '[]', deleted_at = null, merged_into = null, erased_at = $3 where id = $1`,
    [id, ERASED_NAME, timestamp(now)],
  );
}
