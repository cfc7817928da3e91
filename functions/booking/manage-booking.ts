import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { ClientDocuments } from '#core/api/contracts.ts';
import { ALL_ROLES, type ContactRoles, rightsOf } from '#core/domain/clients/contacts.ts';
import { bookingToken } from '#core/domain/sessions/booking.ts';
import { BILLABLE_STATUSES } from '#core/domain/payments/billing.ts';
import type { PromisedRule } from '#core/domain/payments/cancellation.ts';
import { movedRule } from '#core/domain/payments/cancellation-terms.ts';
import { ALL_ITEMS, type OnlinePayment } from '#core/domain/payments/card-payments.ts';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { formatSessionLocation } from '#core/domain/values/format.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import { BOOKED_STATUSES, OPEN_STATUSES, sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { closeCheckouts } from '../checkouts/close-checkouts.ts';
import { payableNow, toPublicPlan } from '../checkouts/payable.ts';
import { linesToShow, type OrderWithdrawal, readWithdrawals, toWithdrawalState } from '../checkouts/withdrawal.ts';
import { readClientDocuments } from '../contracts/client-documents.ts';
import { readContacts } from '../outbox/recipients.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { recordSessionEvent } from '../sessions/events.ts';
import { extendSessionLinks } from '../sessions/session-links.ts';
import { type BookableRow, type BookingStudio, findBookable } from './rules.ts';
import { readSessionDues, type SessionDues } from './session-dues.ts';
import { moneyOf, termsOf, toPublicRule, toSettlement } from './session-terms.ts';
import type { SlotWithLocation } from './slots.ts';
import { sessionNameIn } from '../public-studio/names.ts';

/** A session that a client can manage by link. */
export interface LinkedSession extends SessionDues {
  id: string;
  type: string;
  date: number;
  duration: number;
  status: SessionStatus;
  location: string;
  locationName: string | null;
  locationAddress: string | null;
  photographerId: string | null;
  /** The name given in this booking, or else the customer's name. */
  clientName: string;
  /** Address given in the booking; empty for other links. */
  clientAddress: string;
  /** The link is that of the booking form, with an unproved email address: it shows only what was typed there. */
  isFormLink: boolean;
  /** The link was mailed to an address that nobody has confirmed yet. */
  confirmsEmail: boolean;
  /** The contact of the link; null for a copied one. */
  contactId: string | null;
  /** What the owner of the link may do. */
  rights: ContactRoles;
  /** Recipient of its mails; empty for none. Never shown on the page of the link. */
  clientEmail: string;
  /** Minor units; null if the session has none. */
  price: number | null;
  deposit: number | null;
  isDepositDue: boolean;
  depositDueDate: number | null;
  dueDate: number | null;
  /** Received, without what was refunded; and refunds that have arrived, or are on their way. */
  paid: number;
  refunded: number;
  refundsOnTheWay: number;
  /** The rule of cancelling that was promised at the booking. */
  cancellation: PromisedRule | null;
  /** What the rule keeps of a cancelled session; null if no rule decided. */
  keptAmount: number | null;
  /** The payment by card that confirms the booking. */
  onlinePayment: OnlinePayment;
  /** No team member made the last change of status: the client cancelled or withdrew by link. */
  isByClient: boolean;
  /** The session type for rescheduling; null if it cannot be booked any more. */
  bookable: BookableRow | null;
  documents: ClientDocuments;
  /** What is charged, and whether it can be withdrawn from. */
  order: OrderWithdrawal | undefined;
}

/**
 * Returns the session of a link; null for unknown, foreign and expired links alike.
 * @param lock locks the session until the end of the transaction
 * @param language in which the session is named; by default the client's
 */
export async function findSessionByLink(
  db: Queryable,
  studio: BookingStudio,
  token: string,
  { now, lock = false, language = null }: { now: number; lock?: boolean; language?: Language | null },
): Promise<LinkedSession | null> {
  if (!bookingToken.safeParse(token).success) return null;
  // A statement of its own: the next one reads what was paid while this one waited.
  if (lock) {
    await db.query(
      `select from session_links k join sessions s on s.account_id = k.account_id and s.id = k.session_id
       where k.token_hash = $1 and k.account_id = $2 for update of s`,
      [hashToken(token), studio.accountId],
    );
  }
  const [row] = await db.query<
    Omit<LinkedSession, 'bookable' | 'documents' | 'order' | 'rights' | keyof SessionDues> & {
      sessionTypeId: string | null;
      customerId: string;
    }
  >(
    `select s.id, coalesce(${sessionNameIn('t', 'coalesce($4, p.language, c.language, a.language)')}, '') as type, s.date, s.duration, s.status, s.location,
       l.name as "locationName", l.address as "locationAddress",
       s.photographer_id as "photographerId", coalesce(k.client_name, nullif(p.name, ''), c.name) as "clientName",
       k.client_address as "clientAddress",
       coalesce(p.email, c.email) as "clientEmail", k.contact_id as "contactId", c.id as "customerId",
       nullif(b.payment_amount, 0) as price, nullif(b.deposit_amount, 0) as deposit,
       s.status_changed_by is null as "isByClient",
       b.deposit_amount > b.paid_amount and not b.waived as "isDepositDue",
       b.deposit_due_date as "depositDueDate", b.due_date as "dueDate", b.paid_amount as paid,
       b.refunded_amount as refunded, b.kept_amount as "keptAmount", s.cancellation,
       coalesce((select sum(r.amount) from payments r where r.account_id = s.account_id and r.session_id = s.id
         and r.refunds_payment_id is not null and r.status = 'pending'), 0)::int as "refundsOnTheWay",
       coalesce(t.online_payment, 'none') as "onlinePayment",
       k.client_name is not null as "isFormLink",
       k.client_name is null and c.unconfirmed_since is not null and lower(coalesce(p.email, c.email)) = lower(c.email)
         as "confirmsEmail",
       s.session_type_id as "sessionTypeId"
     from session_links k
       join sessions s on s.account_id = k.account_id and s.id = k.session_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id join accounts a on a.id = s.account_id
       left join customer_contacts p on p.account_id = k.account_id and p.id = k.contact_id
       join session_billing b on b.account_id = s.account_id and b.session_id = s.id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
       left join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
     where k.token_hash = $1 and k.account_id = $2 and k.expires_at > $3
       and s.deleted_at is null and c.erased_at is null`,
    [hashToken(token), studio.accountId, timestamp(now), language],
  );
  if (!row) return null;
  const { sessionTypeId, customerId, ...session } = row;
  const contacts = await readContacts(db, studio.accountId, customerId);
  const own = rightsOf(contacts, session.contactId);
  // The link of a booking has all rights to what was typed there, but signs only if its contact does.
  const rights = session.isFormLink ? { ...ALL_ROLES, signs: own.signs } : own;
  const bookable =
    studio.rules.isOpen && sessionTypeId !== null ? await findBookable(db, studio.accountId, sessionTypeId) : null;
  const documents = await readClientDocuments(db, studio, session, now);
  const contracts = documents.contracts.filter(() => rights.signs);
  const [order] = await readWithdrawals(db, studio.accountId, { orderId: session.id }, now);
  const money = await readSessionDues(db, studio.accountId, { sessionId: session.id, mayPay: rights.pays }, now);
  return { ...session, rights, bookable, documents: { ...documents, contracts }, order, ...money };
}

/** Records that the client has opened a link that was mailed to their address: from now on mails greet by name. */
export async function confirmEmail(db: Queryable, { accountId }: BookingStudio, session: LinkedSession): Promise<void> {
  if (!session.confirmsEmail) return;
  await db.query(
    `update customers set unconfirmed_since = null
     where account_id = $1 and id = (select customer_id from sessions where account_id = $1 and id = $2)`,
    [accountId, session.id],
  );
}

/** Returns the latest time at which a client may change a session with this start; both in epoch milliseconds. */
export function changeDeadline({ rules }: BookingStudio, date: number): number {
  return date - rules.cutoffHours * HOUR_MS;
}

export function toManagedBooking(studio: BookingStudio, session: LinkedSession, now: number): ManagedBooking {
  const { type, date, status, locationName, locationAddress, location, clientName, bookable } = session;
  const { price, deposit, isDepositDue, isByClient, documents, payments, dues, byHand, isPaymentOnItsWay, paid } =
    session;
  const until = changeDeadline(studio, date);
  return {
    type,
    start: date,
    end: sessionEnd(session),
    place: formatSessionLocation(
      locationName === null ? null : { name: locationName, address: locationAddress ?? '' },
      location,
    ),
    mapAddress: (locationName === null ? location : (locationAddress ?? '')).trim(),
    status,
    isByClient,
    clientName,
    price,
    deposit,
    isDepositDue: isDepositDue && session.rights.pays,
    currency: studio.currency,
    payments: payableNow({ items: payments, plan: dues.plan, currency: studio.currency }).map((one) =>
      toPublicItem(session, one),
    ),
    byHand: byHand && dues.part && !isPaymentOnItsWay ? { ...byHand, amount: dues.part.amount } : null,
    plan: BILLABLE_STATUSES.includes(status) ? toPublicPlan(dues) : [],
    paid,
    cancellation: toPublicRule(session, now),
    settlement: toSettlement(session),
    withdrawal: toWithdrawalState(session.order, session.rights),
    lines: linesToShow(session.order),
    sessionTypeId: bookable?.id ?? null,
    changeUntil: until,
    canChange: OPEN_STATUSES.includes(status) && now <= until,
    documents,
  };
}

function toPublicItem(
  { status, onlinePayment, depositDueDate, dueDate, dues, isPaymentOnItsWay }: LinkedSession,
  { item, name }: ReturnType<typeof payableNow>[number],
): ManagedBooking['payments'][number] {
  const isDeposit = item.purpose === 'deposit';
  const dueOfPlan = name === ALL_ITEMS ? null : (dues.part?.dueAt ?? null);
  return {
    item: name,
    purpose: item.purpose,
    amount: item.amount,
    confirms: status === 'scheduled' && (onlinePayment === 'full' || (onlinePayment === 'deposit' && isDeposit)),
    dueAt: dues.plan.length > 0 ? dueOfPlan : isDeposit ? (depositDueDate ?? dueDate) : dueDate,
    isOnItsWay: isPaymentOnItsWay,
  };
}

/**
 * Reschedules a session by link to a slot that was found free. The session takes the location of the slot, or keeps its
 * own if the plan names none.
 */
export async function rescheduleByLink(
  tx: Queryable,
  accountId: string,
  session: LinkedSession,
  slot: SlotWithLocation,
  now: number,
): Promise<void> {
  const { id: sessionId, date, duration, cancellation, status } = session;
  // A request can be withdrawn freely: none of its windows has begun.
  const isBooked = BOOKED_STATUSES.includes(status);
  const move = { by: 'client', to: slot.start, now } as const;
  const rule = cancellation && isBooked ? movedRule(cancellation, moneyOf(session), move) : cancellation;
  await tx.query(
    `update sessions set date = $3, location = case when $6 then $4 else location end,
       location_id = case when $6 then $5 else location_id end, cancellation = $8,
       updated_at = $7
     where account_id = $1 and id = $2`,
    [
      accountId,
      sessionId,
      timestamp(slot.start),
      slot.location,
      slot.locationId,
      slot.locationText !== '',
      timestamp(now),
      rule && JSON.stringify(rule),
    ],
  );
  await extendSessionLinks(tx, { accountId, sessionId });
  const details = { from: date, to: slot.start, fromMinutes: duration, toMinutes: duration };
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'rescheduled', actorId: null, details }, now);
  await scheduleMessage(tx, { accountId, sessionId, kind: 'session_rescheduled' }, now);
  await notifyStudio(tx, { accountId, sessionId, what: 'change' }, now);
}

/** Message kinds that are obsolete once a session is cancelled. */
const UPCOMING_KINDS: readonly MessageKind[] = [
  'booking_received',
  'booking_confirmed',
  'session_rescheduled',
  'session_reminder',
  'payment_request',
  'instalment_due',
  'instalment_overdue',
  'contract_to_sign',
  'contract_reminder',
  'questionnaire',
];

/**
 * Cancels a session by link. No team member acted, so the change has no undo. What its rule keeps is stored, and if it
 * is automatic, the refunds by card are requested.
 */
export async function cancelByLink(
  tx: Queryable,
  accountId: string,
  { session, to, reason }: { session: LinkedSession; to: SessionStatus; reason?: string | undefined },
  now: number,
): Promise<void> {
  const { id: sessionId, status: from } = session;
  await tx.query(
    `update sessions set status = $3, previous_status = $4, status_changed_at = $5, status_changed_by = null,
       updated_at = $5
     where account_id = $1 and id = $2`,
    [accountId, sessionId, to, from, timestamp(now)],
  );
  const details = { from, to, ...(reason ? { reason } : {}) };
  await recordSessionEvent(tx, { accountId, sessionId, kind: 'status', actorId: null, details }, now);
  await closeCheckouts(tx, { accountId, orderId: sessionId }, now);
  const terms = termsOf(session, now);
  // Without a rule, also a decision about an earlier cancellation ends.
  await tx.query('update session_billing set kept_amount = $3 where account_id = $1 and session_id = $2', [
    accountId,
    sessionId,
    terms?.kept ?? null,
  ]);
  if (terms && terms.returned > 0 && session.cancellation?.isAutomatic) {
    const dedupeKey = `cancellation-refund:${sessionId}`;
    await enqueue(tx, accountId, 'cancellation.refund', { accountId, sessionId }, now, { dedupeKey });
  }
  await withdrawMessages(tx, { accountId, sessionId, kinds: UPCOMING_KINDS }, now);
  await scheduleMessage(tx, { accountId, sessionId, kind: 'session_cancelled' }, now);
  await notifyStudio(tx, { accountId, sessionId, what: 'change' }, now);
}
