import { countSignatures, type SignatureCount } from '#core/domain/contracts/signatures.ts';
import {
  amountDue,
  type Billing,
  displayBillingStatus,
  overdueAmount,
  type RefundPart,
  refundParts,
} from '#core/domain/payments/billing.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { amountToReturn } from '#core/domain/payments/cancellation-terms.ts';
import type { PaymentStatus } from '#core/domain/payments/payments.ts';
import { type MailError, type MailFault, mailFault } from '#core/domain/values/errors.ts';
import type { GrantStatus } from '#core/domain/galleries/grants.ts';
import { isExpired } from '#core/domain/galleries/galleries.ts';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { bookingFaults, type TypeState } from '#core/domain/sessions/type-state.ts';
import { type MailKind, messageState, type MessageStatus } from '#core/domain/messages/messages.ts';
import { teamInviteFault, type TeamInviteStatus } from '#core/domain/studio/members.ts';
import type { WithdrawnOrder } from '#web/lib/payments/use-settle-withdrawal.ts';
import { type ExtrasRows, type ExtrasToPay, extrasToPay, type WithEmail } from './attention-extras.ts';
import { type GalleryTask, ofGalleries } from './attention-galleries.ts';
import type { HomeGallery } from './types.ts';

/** A task with the name of its client or gallery. */
export type Attention = { key: string; name: string | undefined } & (
  | { kind: 'lead'; leadId: string; message: string }
  | { kind: 'inquiry'; sessionId: string; at: number }
  | { kind: 'mail'; messageId: string; customerId: string | null; sessionId: string | null; hasBounced: boolean }
  | { kind: 'invite'; grantId: string; galleryId: string; gallery: string; fault: MailFault }
  | { kind: 'teamInvite'; inviteId: string; fault: MailFault }
  | { kind: 'countersign'; sessionId: string; contractId: string; contract: string }
  | { kind: 'draftContract'; sessionId: string; contract: string }
  | {
      kind: 'unsigned';
      sessionId: string;
      contractId: string;
      contract: string;
      at: number;
      /** Null for a contract of one signer. */
      signatures: SignatureCount | null;
    }
  | { kind: 'refund'; sessionId: string; amount: number; parts: readonly RefundPart<{ id: string }>[] }
  | { kind: 'withdrawn'; withdrawn: WithdrawnOrder; sessionId: string | null; orderId: string | null; at: number }
  | { kind: 'overdue'; sessionId: string; amount: number; isInstalment: boolean; email: string }
  | ExtrasToPay
  | { kind: 'submitted'; galleryId: string; count: number }
  | GalleryTask
  /** Clients cannot book though the studio means them to; of one session type, or of all. */
  | { kind: 'booking'; fault: 'off' | 'nothing' }
  | { kind: 'type'; sessionTypeId: string; fault: 'noSchedule' | 'scheduleOff' | 'noDays' }
);

interface Named {
  customer?: { name: string } | undefined;
}

interface UndeliveredInvite {
  id: string;
  label: string;
  email: string;
  galleryId: string;
  gallery?: { name: string; expiresAt: number | null } | undefined;
  expiresAt: number | null;
  status: GrantStatus;
  mailError: MailError | null;
}

interface FailedMessage extends Named {
  id: string;
  kind: MailKind;
  customerId: string | null;
  sessionId: string | null;
  status: MessageStatus;
  dueAt: number;
  error: string | null;
}

interface TeamInvite {
  id: string;
  email: string;
  status: TeamInviteStatus;
  expiresAt: number;
  mailError: MailError | null;
}

interface UnsignedContract {
  id: string;
  sessionId: string;
  title: string;
  sentAt: number;
  signers?: readonly { signedAt: number | null }[];
  session?: (Named & { date: number; duration: number }) | undefined;
}

interface SettledSession extends Named {
  sessionId: string;
  session: { status: SessionStatus } | undefined;
  keptAmount: number | null;
  paidAmount: number;
  payments: readonly (Parameters<typeof refundParts>[0][number] & { status: PaymentStatus })[];
}

/** Rows of the queries. */
interface AttentionRows {
  galleries: readonly HomeGallery[];
  leads?: readonly { id: string; name: string; message: string }[];
  inquiries?: readonly (Named & { id: string; date: number })[];
  mails?: readonly FailedMessage[];
  /** Invitations to galleries. */
  invites?: readonly UndeliveredInvite[];
  teamInvites?: readonly TeamInvite[];
  /** Submitted selections. */
  selections?: readonly { galleryId: string; gallery?: { name: string } | undefined }[];
  /** Signed by the client, not yet by the studio. */
  contracts?: readonly { id: string; sessionId: string; signerName: string; title: string }[];
  /** Needed by a booking, and not sent because their text lacks something. */
  drafts?: readonly UnsignedContract[];
  /** Sent to clients and not signed for some days. */
  unsigned?: readonly UnsignedContract[];
  due?: readonly (WithEmail & Billing & { sessionId: string })[];
  /** Orders without a session that are owed something. */
  orders?: ExtrasRows['orders'];
  /** Pending payments. */
  pending?: ExtrasRows['pending'];
  /** Withdrawn from by their clients. */
  withdrawn?: readonly WithdrawnOrder[];
  /** Cancelled by their clients under a rule. */
  settled?: readonly SettledSession[];
  /** Session types with their states, for members who can change them. */
  booking?: {
    isOpen: boolean;
    types: readonly {
      type: { id: string; name: string; isBookable: boolean; archivedAt: number | null };
      state: TypeState;
    }[];
  };
}

/**
 * Returns the open tasks: people first, then money, then what clients cannot book, then failures, then galleries that
 * close or are not published.
 */
export function listAttention(rows: AttentionRows, now: number): Attention[] {
  const {
    galleries,
    leads = [],
    inquiries = [],
    mails = [],
    selections = [],
    contracts = [],
    drafts = [],
    unsigned = [],
    due = [],
    settled = [],
    withdrawn = [],
    orders = [],
    pending = [],
  } = rows;
  // Nobody is asked to pay for what they have withdrawn from: the studio settles that first.
  const unsettled = new Set(withdrawn.map(({ id }) => id));
  const overdue = due.filter((one) => !unsettled.has(one.sessionId) && displayBillingStatus(one, now) === 'overdue');
  return [
    ...leads.map(({ id, name, message }): Attention => ({
      key: `lead-${id}`,
      kind: 'lead',
      name,
      leadId: id,
      message,
    })),
    ...inquiries.map(({ id, date, customer }): Attention => ({
      key: `inquiry-${id}`,
      kind: 'inquiry',
      name: customer?.name,
      sessionId: id,
      at: date,
    })),
    ...withdrawn.map((order): Attention => ({
      key: `withdrawn-${order.id}`,
      kind: 'withdrawn',
      name: order.customer?.name,
      withdrawn: order,
      sessionId: order.sessionId,
      orderId: order.sessionId === null ? order.id : null,
      at: order.withdrawnAt ?? 0,
    })),
    ...mails.map((mail): Attention => ({
      key: `mail-${mail.id}`,
      kind: 'mail',
      name: mail.customer?.name,
      messageId: mail.id,
      customerId: mail.customerId,
      sessionId: mail.sessionId,
      hasBounced: messageState(mail, now) === 'bounced',
    })),
    ...undelivered(rows, now),
    ...ofSelections(selections),
    ...contracts.map(({ id, sessionId, signerName, title }): Attention => ({
      key: `contract-${id}`,
      kind: 'countersign',
      name: signerName,
      sessionId,
      contractId: id,
      contract: title,
    })),
    ...drafts
      .filter(({ session }) => session && sessionEnd(session) > now)
      .map(({ id, sessionId, title, session }): Attention => ({
        key: `draft-${id}`,
        kind: 'draftContract',
        name: session?.customer?.name,
        sessionId,
        contract: title,
      })),
    ...unsigned
      .filter(({ session }) => session && sessionEnd(session) > now)
      .map(({ id, sessionId, title, sentAt, session, signers = [] }): Attention => ({
        key: `unsigned-${id}`,
        kind: 'unsigned',
        name: session?.customer?.name,
        sessionId,
        contractId: id,
        contract: title,
        at: sentAt,
        signatures: countSignatures(signers),
      })),
    ...overdue.map((one): Attention => ({
      key: `overdue-${one.sessionId}`,
      kind: 'overdue',
      name: one.customer?.name,
      sessionId: one.sessionId,
      amount: hasPlan(one) ? overdueAmount(one, now) : amountDue(one),
      isInstalment: hasPlan(one),
      email: one.customer?.email ?? '',
    })),
    ...extrasToPay({ orders, pending }, new Set([...unsettled, ...overdue.map(({ sessionId }) => sessionId)])),
    ...ofBooking(rows.booking),
    ...settled.flatMap(toRefund),
    ...ofGalleries(galleries, now),
  ];
}

/** Returns the task of sending back what a cancelled session's rule returns. */
function toRefund({ sessionId, customer, payments, ...billing }: SettledSession): Attention[] {
  const amount = amountToReturn(billing, payments);
  if (amount === 0) return [];
  const parts = refundParts(payments, amount);
  return [{ key: `refund-${sessionId}`, kind: 'refund', name: customer?.name, sessionId, amount, parts }];
}

function ofBooking(booking: AttentionRows['booking']): Attention[] {
  if (!booking) return [];
  return bookingFaults(booking.types, booking).map((one): Attention =>
    'type' in one
      ? { key: `type-${one.type.id}`, kind: 'type', name: one.type.name, sessionTypeId: one.type.id, fault: one.fault }
      : { key: 'booking', kind: 'booking', name: undefined, fault: one.fault },
  );
}

/** Returns undelivered invitations that are still open. */
function undelivered({ invites = [], teamInvites = [] }: AttentionRows, now: number): Attention[] {
  return [
    ...invites
      .filter((one) => !isExpired(one, now) && !(one.gallery && isExpired(one.gallery, now)))
      .flatMap(({ id, label, email, galleryId, gallery, status, mailError }): Attention[] => {
        const fault = mailError && mailFault(mailError);
        // A person who opened the gallery has the invitation, even if they marked its mail as spam.
        if (!fault || (fault === 'reported' && (status === 'opened' || status === 'accepted'))) return [];
        const about = { name: label || email, grantId: id, galleryId, gallery: gallery?.name ?? '' };
        return [{ key: `invite-${id}`, kind: 'invite', ...about, fault }];
      }),
    ...teamInvites.flatMap((invite): Attention[] => {
      const fault = teamInviteFault(invite, now);
      return fault
        ? [{ key: `team-${invite.id}`, kind: 'teamInvite', name: invite.email, inviteId: invite.id, fault }]
        : [];
    }),
  ];
}

/** Returns one task for each gallery with submitted selections, the latest first. */
function ofSelections(selections: NonNullable<AttentionRows['selections']>): Attention[] {
  return [...Map.groupBy(selections, ({ galleryId }) => galleryId)].map(([galleryId, lists]) => ({
    key: `submitted-${galleryId}`,
    kind: 'submitted',
    name: lists[0]?.gallery?.name,
    galleryId,
    count: lists.length,
  }));
}
