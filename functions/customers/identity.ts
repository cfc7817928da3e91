import { type Queryable, timestamp } from '../platform/db/database.ts';

/** A customer and the rows that were merged into it. */
export interface CustomerIdentity {
  customerId: string;
  mergedIds: readonly string[];
  /** Lower case; includes previous emails. */
  emails: readonly string[];
  /** Emails that another customer also has: invites sent there belong to this customer only in their own galleries. */
  sharedEmails: readonly string[];
}

/**
 * Locks and returns the customer to erase, until the end of the transaction; null for an unknown id. Locks sessions
 * first: a session change locks its customer afterwards.
 */
export async function findIdentity(
  tx: Queryable,
  accountId: string,
  customerId: string,
): Promise<CustomerIdentity | null> {
  await tx.query(
    `select from sessions where account_id = $1 and (customer_id = $2 or customer_id in (
       select c.id from customers c where c.account_id = $1 and c.merged_into = $2)) order by id for update`,
    [accountId, customerId],
  );
  // Lock the surviving customer too, because it receives these emails.
  const locked = await tx.query<{ id: string; isTheirs: boolean }>(
    `select id, id = $2 or coalesce(merged_into = $2, false) as "isTheirs" from customers
     where account_id = $1 and (id = $2 or merged_into = $2
       or id = (select m.merged_into from customers m where m.account_id = $1 and m.id = $2)) order by id for update`,
    [accountId, customerId],
  );
  const rows = locked.filter(({ isTheirs }) => isTheirs);
  if (!rows.some(({ id }) => id === customerId)) return null;
  const ids = rows.map(({ id }) => id);
  return {
    customerId,
    mergedIds: ids.filter((id) => id !== customerId),
    ...(await collectEmails(tx, accountId, ids)),
  };
}

/**
 * Returns current and previous emails of all contacts. Couples share an address, and a previous address may now belong
 * to another customer.
 */
async function collectEmails(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<CustomerIdentity, 'emails' | 'sharedEmails'>> {
  const rows = await tx.query<{ email: string; isShared: boolean }>(
    `select known.email, exists (select from customer_contacts p join customers c on c.account_id = p.account_id and c.id = p.customer_id
       where p.account_id = $1 and lower(p.email) = known.email and c.deleted_at is null and c.id <> all($2::text[]))
       as "isShared"
     from (
       select lower(o.email) as email from customer_contacts o
         where o.account_id = $1 and o.customer_id = any($2::text[]) and o.email <> ''
       union select f.email from previous_emails f where f.account_id = $1 and f.customer_id = any($2::text[])) known
     order by known.email`,
    [accountId, ids],
  );
  const emailsBy = (isShared: boolean) => rows.filter((row) => row.isShared === isShared).map(({ email }) => email);
  return { emails: emailsBy(false), sharedEmails: emailsBy(true) };
}

/**
 * Copies a merged row's emails to the surviving customer, for a later erasure. Lock the rows first, see `findIdentity`.
 */
export async function keepPreviousEmails(
  tx: Queryable,
  accountId: string,
  mergedId: string,
  now: number,
): Promise<void> {
  await tx.query(
    `insert into previous_emails (customer_id, account_id, email, recorded_at)
     select c.merged_into, c.account_id, known.email, $3 from customers c cross join lateral (
       select lower(p.email) as email from customer_contacts p
         where p.account_id = c.account_id and p.customer_id = c.id and p.email <> ''
       union select f.email from previous_emails f where f.account_id = c.account_id and f.customer_id = c.id) known
     where c.account_id = $1 and c.id = $2 and c.merged_into is not null
     on conflict do nothing`,
    [accountId, mergedId, timestamp(now)],
  );
}
