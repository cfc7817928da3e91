import type { BookingForm } from '#core/domain/booking.ts';
import { makeId } from '#core/domain/ids.ts';
import type { BookingStudio } from './booking-studio.ts';
import { type Queryable, timestamp } from './db.ts';
import { random } from './secrets.ts';

/**
 * Whom a booking is for: the studio's client with this address, or a new one. What the studio wrote of a client stands:
 * anybody can type an address. Call it under the studio's lock, so that two bookings at once make one client.
 * @returns the customer's id
 */
export async function findOrCreateCustomer(
  tx: Queryable,
  { accountId, authorId }: BookingStudio,
  form: BookingForm,
  now: number,
): Promise<string> {
  // Who was merged at this moment is somebody else by now: a second look finds whom.
  const known = (await findExistingCustomer(tx, accountId, form)) ?? (await findExistingCustomer(tx, accountId, form));
  if (known) return known;
  const { name, email, phone, language } = form;
  const id = makeId(random);
  await tx.query(
    `insert into customers (id, account_id, author_id, name, email, phone, language, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [id, accountId, authorId, name, email, phone, language, timestamp(now)],
  );
  return id;
}

/** The conditions stand twice: the outer ones are asked again of a row that was waited for. */
async function findExistingCustomer(
  tx: Queryable,
  accountId: string,
  { email, phone }: BookingForm,
): Promise<string | undefined> {
  const [known] = await tx.query<{ id: string }>(
    `update customers set phone = case when phone = '' then $3 else phone end
     where account_id = $1 and lower(email) = $2 and deleted_at is null and erased_at is null and id = (
       select c.id from customers c
       where c.account_id = $1 and lower(c.email) = $2 and c.deleted_at is null and c.erased_at is null
       order by c.created_at, c.id limit 1)
     returning id`,
    [accountId, email, phone],
  );
  return known?.id;
}
