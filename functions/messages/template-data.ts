import { readBookingRules } from '#core/domain/booking.ts';
import type { Language } from '#core/domain/languages.ts';
import type { MessageKind } from '#core/domain/messages.ts';
import type { PaymentStatus } from '#core/domain/payments.ts';
import type { SessionStatus } from '#core/domain/sessions.ts';
import type { Queryable } from '../platform/db/database.ts';

/** All that a mail to a client says, as it is at this moment. Times in epoch milliseconds. */
export interface MessageData {
  accountId: string;
  kind: MessageKind;
  sessionId: string;
  recipient: string;
  language: Language;
  client: string;
  /** The session is still this client's, who is still known, and its studio open. */
  isTheirs: boolean;
  /** The session, or its client. */
  isInTrash: boolean;
  status: SessionStatus;
  start: number;
  end: number;
  type: string;
  place: { name: string; address: string } | null;
  location: string;
  /** Larger after every change of the session. */
  sequence: number;
  /** A mail says already that the session is confirmed. */
  isAnswered: boolean;
  slug: string;
  studio: string;
  replyTo: string;
  timeZone: string;
  bookingRules: unknown;
  template: { subject: string; body: string } | null;
  payment: {
    id: string;
    amount: number;
    currency: string;
    status: PaymentStatus;
    date: number;
    receipt: string | null;
  } | null;
}

/** Those of a message that waits; of others there are none, and of one whose session is gone neither. */
export async function readMessage(db: Queryable, messageId: string): Promise<MessageData | undefined> {
  const [facts] = await db.query<MessageData>(
    `select m.account_id as "accountId", m.kind, s.id as "sessionId", m.recipient, m.language, c.name as client,
       s.customer_id = m.customer_id and c.erased_at is null and a.deleted_at is null as "isTheirs",
       s.deleted_at is not null or c.deleted_at is not null as "isInTrash",
       s.status, s.date as start, s.date + s.duration * interval '1 minute' as end,
       coalesce(nullif(s.type, ''), y.name, '') as type,
       case when l.id is not null then json_build_object('name', l.name, 'address', l.address) end as place, s.location,
       greatest(0, extract(epoch from s.updated_at - s.created_at))::int as sequence,
       exists (select from messages o where o.account_id = m.account_id and o.session_id = m.session_id
         and o.kind = 'booking_confirmed' and o.status in ('pending', 'sent')) as "isAnswered",
       a.slug, coalesce(nullif(g.value ->> 'businessName', ''), a.name) as studio,
       coalesce(nullif(g.value ->> 'email', ''), (
         select email from account_members where account_id = a.id and role = 'owner' and email <> ''
         order by created_at, user_id limit 1), '') as "replyTo",
       a.time_zone as "timeZone", b.value as "bookingRules",
       case when t.kind is not null then json_build_object('subject', t.subject, 'body', t.body) end as template,
       case when p.id is not null then json_build_object('id', p.id, 'amount', p.amount, 'currency', p.currency,
         'status', p.status, 'date', extract(epoch from p.date) * 1000, 'receipt', p.receipt) end as payment
     from messages m join accounts a on a.id = m.account_id
       join sessions s on s.account_id = m.account_id and s.id = m.session_id
       join customers c on c.account_id = m.account_id and c.id = m.customer_id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
       left join settings g on g.account_id = a.id and g.key = 'photographer'
       left join settings b on b.account_id = a.id and b.key = 'booking'
       left join mail_templates t on t.account_id = a.id and t.kind = m.kind and t.language = m.language
       left join message_payments mp on mp.message_id = m.id
       left join payments p on p.account_id = mp.account_id and p.id = mp.payment_id
     where m.id = $1 and m.status = 'pending'`,
    [messageId],
  );
  return facts;
}

/** Whoever still expects a session is told that it is off, also where it was thrown away after that. */
const CANCELLATION_KINDS: ReadonlySet<MessageKind> = new Set(['booking_declined', 'session_cancelled']);

/**
 * Whether a mail may still say what it was wanted for: sessions are undone, moved and cancelled while mails wait.
 * @param now epoch milliseconds
 */
export function isMessageCurrent(facts: MessageData, now: number): boolean {
  if (!facts.isTheirs || (facts.isInTrash && !CANCELLATION_KINDS.has(facts.kind))) return false;
  const is = (...statuses: SessionStatus[]) => statuses.includes(facts.status);
  switch (facts.kind) {
    case 'booking_received':
      return is('inquiry') || (is('scheduled', 'confirmed') && !facts.isAnswered);
    case 'booking_confirmed':
      return is('scheduled', 'confirmed');
    case 'booking_declined':
      return is('declined');
    case 'session_rescheduled':
      return is('inquiry', 'scheduled', 'confirmed');
    case 'session_cancelled':
      // What was only asked for is declined, also where its client takes it back.
      return is('cancelled', 'declined');
    case 'session_reminder':
      return is('scheduled', 'confirmed') && facts.start > now;
    case 'receipt':
      return facts.payment?.receipt != null && RECEIVED_STATUSES.has(facts.payment.status);
  }
}

const RECEIVED_STATUSES: ReadonlySet<PaymentStatus> = new Set(['paid', 'partially_refunded', 'refunded']);

/** Whether clients find free times on the studio's page. */
export function hasPublicBooking({ bookingRules }: MessageData): boolean {
  return readBookingRules(bookingRules).isOpen;
}
