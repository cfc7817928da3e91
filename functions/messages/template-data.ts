import { chooseStepMail, type StepMail } from '#core/domain/sessions/automations.ts';
import { readBookingRules } from '#core/domain/sessions/booking.ts';
import { addresseeName, mayWithdraw, recipientsOf, rightsOf } from '#core/domain/clients/contacts.ts';
import { greetingName } from '#core/domain/clients/customers.ts';
import type { Language } from '#core/domain/values/languages.ts';
import type { DuePart } from '#core/domain/payments/instalments.ts';
import { fitsStatus, type MessageKind } from '#core/domain/messages/messages.ts';
import type { PaymentStatus } from '#core/domain/payments/payments.ts';
import { proposalState, type ProposalStatus } from '#core/domain/payments/proposals.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { hasProcessing } from '../checkouts/checkouts.ts';
import { payableNow, readDues } from '../checkouts/payable.ts';
import { readWithdrawals } from '../checkouts/withdrawal.ts';
import { withdrawalStatement } from '../checkouts/withdrawal-text.ts';
import { MAIL_SENDER, REPLY_TO } from '../mails/mail-sender.ts';
import { type CancellableSession, cancellationText } from './cancellation.ts';
import { type Contact, CONTACT_JSON, roleOfKind } from '../outbox/recipients.ts';
import type { Queryable } from '../platform/db/database.ts';
import { IS_OPEN } from '../platform/studio-facts.ts';
import { nameIn, sessionNameIn } from '../public-studio/names.ts';

/** Data of a mail to a client, read when it is sent. Times in epoch milliseconds. */
export interface MessageData {
  accountId: string;
  kind: MessageKind;
  /** Null for a mail about an order without a session. */
  sessionId: string | null;
  orderId: string;
  customerId: string;
  recipient: string;
  /** The contact who gets it; null: the first one. */
  contactId: string | null;
  language: Language;
  /** Name to greet by, as `greetingName` gives it. */
  client: string;
  /** The session or order still belongs to this client, who is not erased, and the studio is not closed. */
  isTheirs: boolean;
  /** Clients find the studio: it is neither closed nor suspended nor blocked. */
  isOpen: boolean;
  /** The session or its client is in the trash. */
  isInTrash: boolean;
  status: SessionStatus;
  start: number;
  end: number;
  type: string;
  /** About an order that is neither a session nor extra photos. */
  isSale: boolean;
  savedLocation: { name: string; address: string } | null;
  location: string;
  /** Increases with every change of the session. */
  sequence: number;
  /** Another mail already confirms the session. */
  isAnswered: boolean;
  /** No team member made the last change of status: the client cancelled or withdrew by link. */
  isByClient: boolean;
  /** Minor units of `currency`; 0 for none. */
  price: number;
  deposit: number;
  /** Received for the session, without what was refunded. */
  paid: number;
  /** What it says about the money of a cancellation; empty for nothing. */
  cancellation: string;
  /** Until when the client can withdraw, as `Withdrawal`; null if the mail says nothing of it. */
  right: { until: number | null } | null;
  /** Titles of digital content that the client asked for immediately, in the mail that confirms it. */
  digital: readonly string[];
  /** The client's withdrawal from the contract, as it is confirmed; empty for other mails. */
  withdrawal: string;
  /** What is to be paid now or next; null if nothing is owed. */
  part: DuePart | null;
  hasPlan: boolean;
  /** The amount that the client owes for the session, and how much of it they can pay by card. */
  owed: number;
  payable: number;
  /** A payment of it that takes days is on its way. */
  isOnItsWay: boolean;
  currency: string;
  studio: string;
  slug: string;
  /** For `readMailSender`. */
  sender: unknown;
  replyTo: string;
  timeZone: string;
  bookingRules: unknown;
  /** The studio's template, or the text of an automation in `language`. */
  template: { subject: string; body: string } | null;
  payment: {
    id: string;
    amount: number;
    currency: string;
    status: PaymentStatus;
    date: number;
    receipt: string | null;
    isRefund: boolean;
    /** Its receipt says that it is no invoice. */
    isProof: boolean;
  } | null;
  /** The contract or questionnaire that the mail is about; `isOpen` if its recipient has not signed or answered it. */
  document: { contractId: string | null; title: string; isOpen: boolean } | null;
  /** The proposal that the order was, or is not yet; its chosen lines once it is accepted. */
  proposal: {
    title: string;
    message: string;
    status: ProposalStatus;
    validUntil: number;
    /** Of its session; null without one. */
    start: number | null;
    end: number | null;
    type: string;
    place: string;
    lines: readonly { title: string; quantity: number; amount: number }[];
  } | null;
}

/** Reads the data of a pending message; null for other messages and for deleted sessions. */
export async function readMessage(db: Queryable, messageId: string, now: number): Promise<MessageData | undefined> {
  const [facts] = await db.query<StoredData>(
    `select m.account_id as "accountId", m.kind, s.id as "sessionId", o.id as "orderId",
       c.id as "customerId", m.recipient, m.language,
       c.name as "clientName", c.unconfirmed_since is null as "isConfirmed", m.contact_id as "contactId",
       coalesce((select json_agg(${CONTACT_JSON} order by p.position, p.id) from customer_contacts p
         where p.account_id = c.account_id and p.customer_id = c.id), '[]') as contacts,
       o.customer_id = m.customer_id and c.erased_at is null and a.deleted_at is null as "isTheirs",
       ${IS_OPEN} as "isOpen",
       s.deleted_at is not null or c.deleted_at is not null as "isInTrash",
       coalesce(s.status, 'completed') as status, coalesce(s.date, o.created_at) as start,
       coalesce(s.date + s.duration * interval '1 minute', o.created_at) as end,
       coalesce(${sessionNameIn('y', 'm.language')}, ${nameIn('gal', 'm.language')}, order_title(o.account_id, o.id)) as type,
       o.session_id is null and o.kind <> 'gallery' as "isSale",
       case when l.id is not null then json_build_object('name', l.name, 'address', l.address) end as "savedLocation",
       coalesce(s.location, '') as location,
       greatest(0, extract(epoch from s.updated_at - s.created_at))::int as sequence,
       exists (select from messages o where o.account_id = m.account_id and o.session_id = m.session_id
         and o.kind = 'booking_confirmed' and o.status in ('pending', 'sent')) as "isAnswered",
       s.status_changed_by is null as "isByClient",
       exists (select from stripe_accounts k where k.account_id = a.id and k.status = 'active') as "takesCards",
       st.settings -> 'texts' as "stepTexts", a.language as "studioLanguage",
       ${hasProcessing('o.account_id', 'o.id')} as "isOnItsWay",
       ot.total as price, coalesce(sb.deposit_amount, 0) as deposit, ot.paid, ot.refunded,
       sb.kept_amount as "keptAmount", s.cancellation as rule,
       a.currency_code as currency,
       a.name as studio, a.slug, ${MAIL_SENDER} as sender,
       ${REPLY_TO} as "replyTo",
       a.time_zone as "timeZone", b.value as "bookingRules",
       case when t.kind is not null then json_build_object('subject', t.subject, 'body', t.body) end as template,
       case when p.id is not null then json_build_object('id', p.id, 'amount', p.amount, 'currency', p.currency,
         'status', p.status, 'date', extract(epoch from p.date) * 1000, 'receipt', p.receipt,
         'isRefund', p.refunds_payment_id is not null, 'isProof', exists (select from receipts r
           where r.account_id = p.account_id and r.payment_id = p.id and r.data ? 'isProof')) end as payment,
       case when md.message_id is not null then json_build_object('contractId', k.id, 'title', coalesce(k.title,
           q.texts -> m.language ->> 'title', q.texts -> a.language ->> 'title', ''),
         'isOpen', case when k.id is null then q.submitted_at is null else k.status = 'sent' and (
             m.contact_id is null or exists (select from contract_signers n where n.account_id = k.account_id
               and n.contract_id = k.id and n.contact_id = m.contact_id and n.signed_at is null)) end) end as document,
       case when pr.id is not null then json_build_object('title', pr.title, 'message', pr.message, 'status', pr.status,
         'validUntil', extract(epoch from pr.valid_until) * 1000, 'start', extract(epoch from pr.date) * 1000,
         'end', extract(epoch from pr.date + pr.duration * interval '1 minute') * 1000,
         'type', case when pr.date is null then '' else coalesce(${nameIn('py', 'm.language')}, '') end, 'place', pr.location,
         'lines', (select coalesce(json_agg(json_build_object('title', ol.title, 'quantity', ol.quantity,
             'amount', ol.amount) order by ol.position), '[]') from order_lines ol
           where ol.account_id = o.account_id and ol.order_id = o.id and not ol.is_correction)) end as proposal
     from messages m join accounts a on a.id = m.account_id
       join orders o on o.account_id = m.account_id and o.id = coalesce(m.order_id, m.session_id)
       join order_totals ot on ot.account_id = o.account_id and ot.order_id = o.id
       join customers c on c.account_id = m.account_id and c.id = m.customer_id
       left join sessions s on s.account_id = m.account_id and s.id = m.session_id
       left join session_billing sb on sb.account_id = s.account_id and sb.session_id = s.id
       left join galleries gal on gal.account_id = o.account_id and gal.id = o.gallery_id
       left join session_types y on y.account_id = s.account_id and y.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
       left join settings b on b.account_id = a.id and b.key = 'booking'
       left join mail_templates t on t.account_id = a.id and t.kind = m.kind and t.language = m.language
       left join message_payments mp on mp.message_id = m.id
       left join automation_runs r on r.account_id = m.account_id and r.message_id = coalesce(m.copy_of, m.id)
         and m.kind = 'automation'
       left join automation_steps st on st.account_id = r.account_id and st.id = r.step_id and st.deleted_at is null
       left join payments p on p.account_id = mp.account_id and p.id = mp.payment_id
       left join message_documents md on md.message_id = m.id
       left join contracts k on k.account_id = md.account_id and k.id = md.contract_id
       left join questionnaires q on q.account_id = md.account_id and q.id = md.questionnaire_id
       left join proposals pr on pr.account_id = o.account_id and pr.id = o.id and m.kind like 'proposal%'
       left join session_types py on py.account_id = pr.account_id and py.id = pr.session_type_id
     where m.id = $1 and m.status = 'pending'`,
    [messageId],
  );
  if (!facts) return undefined;
  const { stepTexts, studioLanguage, takesCards, clientName, isConfirmed, contacts, ...rest } = facts;
  const { refunded, keptAmount, rule, ...stored } = rest;
  const dues = await readDues(db, facts.accountId, facts.orderId, now);
  const owed = (dues?.items ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const { contactId, language } = facts;
  const role = roleOfKind(facts.kind);
  const name = addresseeName(contacts, { id: contactId, role, language }) || clientName;
  const client = greetingName(name, isConfirmed);
  // A contact who pays is asked to. The others see the price, and no button.
  const pays = contactId === null || recipientsOf(contacts, 'pays').some(({ id }) => id === contactId);
  const cancellation = cancellationText({ ...stored, refunded, keptAmount, rule }, now);
  const { part = null, plan = [] } = dues ?? {};
  const isPayable = takesCards && pays && dues !== null && payableNow(dues).length > 0;
  const money = { part, hasPlan: plan.length > 0, owed, payable: isPayable ? owed : 0 };
  const right = await readRight(db, facts, contacts, now);
  const data = { ...stored, client, ...money, cancellation, ...right };
  if (data.kind !== 'automation') return data;
  const own = stepTexts && chooseStepMail(stepTexts, data.language, studioLanguage);
  return { ...data, language: own?.language ?? data.language, template: own };
}

const TELLS_RIGHT: ReadonlySet<MessageKind> = new Set(['booking_confirmed', 'proposal_accepted']);

/**
 * Reads until when the client can withdraw, for a confirmation to someone who can open the page, or what they have
 * declared, for its receipt.
 */
async function readRight(
  db: Queryable,
  { accountId, orderId, contactId, kind, language }: StoredData,
  contacts: readonly Contact[],
  now: number,
): Promise<Pick<MessageData, 'right' | 'digital' | 'withdrawal'>> {
  const isReceipt = kind === 'withdrawal_received';
  const isTold = TELLS_RIGHT.has(kind) && mayWithdraw(rightsOf(contacts, contactId));
  const [order] = isReceipt || isTold ? await readWithdrawals(db, accountId, { orderId }, now) : [];
  const found = order?.withdrawal;
  return {
    right: isTold && found?.state === 'open' ? { until: found.until } : null,
    digital: kind === 'proposal_accepted' ? (order?.digital ?? []) : [],
    withdrawal: isReceipt && found?.state === 'declared' ? withdrawalStatement(order!, language) : '',
  };
}

interface StoredData
  extends
    Omit<
      MessageData,
      'owed' | 'payable' | 'part' | 'hasPlan' | 'client' | 'cancellation' | 'withdrawal' | 'right' | 'digital'
    >,
    Pick<CancellableSession, 'refunded' | 'keptAmount' | 'rule'> {
  clientName: string;
  contacts: readonly Contact[];
  isConfirmed: boolean;
  takesCards: boolean;
  stepTexts: Partial<Record<Language, StepMail>> | null;
  studioLanguage: Language;
}

/** Kinds that a suspended studio still sends: payments and refunds on their way are settled. */
const SETTLEMENT_KINDS: ReadonlySet<MessageKind> = new Set(['receipt', 'refund_failed']);

/** Kinds that are sent even if the session is in the trash: its client still expects it. */
const CANCELLATION_KINDS: ReadonlySet<MessageKind> = new Set(['booking_declined', 'session_cancelled']);

/**
 * True if a pending mail is still correct: its session may have been undone, moved or cancelled.
 * @param now epoch milliseconds
 */
export function isMessageCurrent(facts: MessageData, now: number): boolean {
  if (!facts.isTheirs || (facts.isInTrash && !CANCELLATION_KINDS.has(facts.kind))) return false;
  if (!facts.isOpen && !SETTLEMENT_KINDS.has(facts.kind)) return false;
  if (!fitsStatus(facts.kind, facts.status)) return false;
  switch (facts.kind) {
    case 'booking_received':
      return facts.status === 'inquiry' || !facts.isAnswered;
    case 'booking_confirmed':
    case 'booking_declined':
    case 'session_rescheduled':
    case 'session_cancelled':
      return true;
    case 'withdrawal_received':
      return facts.withdrawal !== '';
    case 'session_reminder':
      return facts.start > now;
    case 'payment_request':
      return facts.owed > 0;
    case 'instalment_due':
      return isPartDue(facts, now + INSTALMENT_NOTICE_MS);
    case 'instalment_overdue':
      return isPartDue(facts, now);
    case 'automation':
      // Its step may have been deleted.
      return facts.template !== null;
    case 'receipt':
      return facts.payment?.receipt != null && RECEIVED_STATUSES.has(facts.payment.status);
    case 'refund_failed':
      return facts.payment?.receipt != null && facts.payment.status === 'failed';
    case 'contract_to_sign':
    case 'contract_reminder':
      return facts.document?.isOpen === true && facts.end > now;
    case 'contract_signed':
      return facts.document?.isOpen === false;
    case 'questionnaire':
      return facts.document?.isOpen === true;
    case 'proposal_sent':
    case 'proposal_reminder':
      return facts.proposal !== null && proposalState(facts.proposal, now) === 'proposed';
    case 'proposal_accepted':
      return facts.proposal?.status === 'accepted';
  }
}

const RECEIVED_STATUSES: ReadonlySet<PaymentStatus> = new Set(['paid', 'partially_refunded', 'refunded']);

/** The first reminder of an instalment is sent three days before, and may wait a day for its studio's limit of mails. */
const INSTALMENT_NOTICE_MS = 4 * DAY_MS;

/** True if an instalment of a plan is open, no payment on its way, and its date not after `until`, epoch milliseconds. */
const isPartDue = ({ hasPlan, isOnItsWay, part }: MessageData, until: number): boolean =>
  hasPlan && !isOnItsWay && part !== null && part.dueAt !== null && part.dueAt <= until;

/** True if clients can find free times on the studio's page. */
export function hasPublicBooking({ bookingRules }: MessageData): boolean {
  return readBookingRules(bookingRules).isOpen;
}
