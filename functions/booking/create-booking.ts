import type { BookingForm } from '#core/domain/sessions/booking.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { assignTypeDocuments } from '../contracts/assign.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { scheduleMessage } from '../outbox/messages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { hasDraftContract, hasOpenRequirements } from '../sessions/confirm.ts';
import { recordSessionEvent } from '../sessions/events.ts';
import type { BookableRow, BookingStudio } from './rules.ts';
import type { SlotWithLocation } from './slots.ts';

/** Letters of a booking's message. */
const MAX_MESSAGE = 4000;

/**
 * Returns the studio's customer with this email, or creates one. Anybody can type an email, so only an empty phone
 * number or address is filled in, and only a new customer gets the second person as a contact. Call it under
 * the studio's lock, so that concurrent bookings create one customer.
 * @returns the customer's id
 */
export async function findOrCreateCustomer(
  tx: Queryable,
  { accountId, authorId }: BookingStudio,
  form: BookingForm,
  now: number,
): Promise<string> {
  // A concurrent merge makes the first lookup fail; the second one finds the surviving customer.
  const known = (await findExistingCustomer(tx, accountId, form)) ?? (await findExistingCustomer(tx, accountId, form));
  if (known) return known;
  const { name, email, phone, address = '', language, secondName = '', secondEmail = '' } = form;
  const id = makeId(random);
  await tx.query(
    `insert into customers (id, account_id, author_id, name, email, phone, address, language, created_at, updated_at,
       unconfirmed_since)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9)`,
    [id, accountId, authorId, name, email, phone, address, language, timestamp(now)],
  );
  if (secondName) {
    await tx.query(
      `insert into customer_contacts (id, account_id, customer_id, author_id, position, name, email, signs, created_at,
         updated_at)
       values ($1, $2, $3, $4, 1, $5, $6, true, $7, $7)`,
      [makeId(random), accountId, id, authorId, secondName, secondEmail, timestamp(now)],
    );
  }
  return id;
}

/** The outer conditions repeat the inner ones: Postgres rechecks only the outer row after waiting for its lock. */
async function findExistingCustomer(
  tx: Queryable,
  accountId: string,
  { email, phone, address = '' }: BookingForm,
): Promise<string | undefined> {
  const [known] = await tx.query<{ id: string }>(
    `update customers set phone = case when phone = '' and lower(email) = $2 then $3 else phone end,
       address = case when address = '' then $4 else address end
     where account_id = $1 and deleted_at is null and erased_at is null and id = (
       select c.id from customers c join customer_contacts p on p.account_id = c.account_id and p.customer_id = c.id
       where p.account_id = $1 and lower(p.email) = $2 and p.email <> '' and c.deleted_at is null
         and c.erased_at is null
       order by lower(c.email) = $2 desc, c.created_at, c.id limit 1)
     returning id`,
    [accountId, email, phone, address],
  );
  return known?.id;
}

/**
 * Creates a client's booking: session, price, event, client mail and studio mail. Call it under the studio's lock,
 * after the slot was found free.
 * @returns the session's id
 */
export async function createBooking(
  tx: Queryable,
  studio: BookingStudio,
  { type, slot, client }: { type: BookableRow; slot: SlotWithLocation; client: BookingForm },
  now: number,
): Promise<string> {
  const { accountId, authorId } = studio;
  const form = type.asksSecondPerson ? client : { ...client, secondName: '', secondEmail: '' };
  const customerId = await findOrCreateCustomer(tx, studio, form, now);
  const sessionId = makeId(random);
  await tx.query(
    `insert into sessions (id, account_id, author_id, customer_id, session_type_id, photographer_id, date, duration,
       type, location, location_id, status, source, client_message, cancellation, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'client', $13, $14, $15, $15)`,
    [
      sessionId,
      accountId,
      authorId,
      customerId,
      type.id,
      type.photographerId,
      timestamp(slot.start),
      type.duration,
      type.name,
      slot.location,
      slot.locationId,
      type.requiresApproval ? 'inquiry' : 'scheduled',
      await messageOf(tx, { accountId, customerId }, form),
      type.cancellation && JSON.stringify(type.cancellation),
      timestamp(now),
    ],
  );
  // A trigger has created the billing row with its session.
  await tx.query(
    'update session_billing set payment_amount = $3, deposit_amount = $4 where account_id = $1 and session_id = $2',
    [accountId, sessionId, type.price ?? 0, type.deposit ?? 0],
  );
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'booked', actorId: null }, now);
  await mailBooking(tx, { accountId, sessionId, isRequest: type.requiresApproval }, now);
  await notifyStudio(tx, { accountId, sessionId, what: 'booking' }, now);
  return sessionId;
}

/**
 * Returns the message of a booking. It also names a second person who is no contact of the client: anybody can type the
 * address of a known client, so only the studio adds one.
 */
async function messageOf(
  tx: Queryable,
  { accountId, customerId }: { accountId: string; customerId: string },
  { message, secondName = '', secondEmail = '' }: BookingForm,
): Promise<string> {
  if (!secondName) return message;
  const known = await tx.query(
    `select from customer_contacts where account_id = $1 and customer_id = $2
       and (email <> '' and lower(email) = lower($3) or $3 = '' and name = $4) limit 1`,
    [accountId, customerId, secondEmail, secondName],
  );
  if (known.length > 0) return message;
  const person = `+ ${secondName}${secondEmail && ` <${secondEmail}>`}`;
  return [person, message].filter(Boolean).join('\n\n').slice(0, MAX_MESSAGE);
}

/**
 * Mails the client what comes next: a request waits for the studio, as does a contract that it must complete; a booking
 * is confirmed, or waits for what its type asks of the client, and `confirmIfComplete` sends the confirmation.
 */
async function mailBooking(
  tx: Queryable,
  { isRequest, ...of }: { accountId: string; sessionId: string; isRequest: boolean },
  now: number,
): Promise<void> {
  if (!isRequest) await assignTypeDocuments(tx, of, now);
  const waitsForStudio = isRequest || (await hasDraftContract(tx, of));
  if (!waitsForStudio && (await hasOpenRequirements(tx, of))) return;
  const kind = waitsForStudio ? 'booking_received' : 'booking_confirmed';
  await scheduleMessage(tx, { ...of, kind }, now);
}
