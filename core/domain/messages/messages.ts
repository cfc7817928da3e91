import { z } from 'zod';
import type { SessionStatus } from '../sessions/sessions.ts';
import { language, text } from '../values/primitives.ts';
import type { Transitions } from '../values/transitions.ts';

/** Mails to clients about sessions and payments, whose template a studio can change. */
export const MESSAGE_KINDS = [
  'booking_received',
  'booking_confirmed',
  'booking_declined',
  'session_rescheduled',
  'session_cancelled',
  'withdrawal_received',
  'session_reminder',
  'receipt',
  'refund_failed',
  'payment_request',
  'instalment_due',
  'instalment_overdue',
  'contract_to_sign',
  'contract_reminder',
  'contract_signed',
  'questionnaire',
  'proposal_sent',
  'proposal_reminder',
  'proposal_accepted',
  'automation',
] as const;
export const messageKind = z.enum(MESSAGE_KINDS);
export type MessageKind = z.infer<typeof messageKind>;

/** Kinds about one payment: a session may have several of each. */
export const PAYMENT_MESSAGE_KINDS: readonly MailKind[] = ['receipt', 'refund_failed'];

/** Kinds that tell of a session's money: only members who may see it see these messages. */
export const MONEY_MESSAGE_KINDS: readonly MessageKind[] = [
  'receipt',
  'refund_failed',
  'payment_request',
  'instalment_due',
  'instalment_overdue',
  'proposal_sent',
  'proposal_reminder',
  'proposal_accepted',
];

/** Kinds about a proposal: their button opens its page. */
export const PROPOSAL_MESSAGE_KINDS: ReadonlySet<MailKind> = new Set<MailKind>([
  'proposal_sent',
  'proposal_reminder',
  'proposal_accepted',
]);

/** Mails to clients: those about sessions, and those to a gallery's invited people. */
const MAIL_KINDS = [
  ...MESSAGE_KINDS,
  'gallery_invite',
  'gallery_closing',
  'selection_open',
  'selection_reminder',
  'selection_received',
  'client_link',
] as const;
export const mailKind = z.enum(MAIL_KINDS);
export type MailKind = z.infer<typeof mailKind>;

/** Mails with one template a studio. The texts of automations belong to their steps. */
export const mailTemplateKind = mailKind.exclude(['automation']);
export type MailTemplateKind = z.infer<typeof mailTemplateKind>;
export const MAIL_TEMPLATE_KINDS = mailTemplateKind.options;

export const MESSAGE_STATUSES = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A failed mail can be retried or withdrawn; a sent one may come back; a superseded one is final. */
export const MESSAGE_TRANSITIONS: Transitions<MessageStatus> = {
  pending: ['sent', 'failed', 'cancelled'],
  sent: ['failed'],
  failed: ['pending', 'cancelled'],
  cancelled: [],
};

/** Undo of a withdrawal restores the previous status; allowed for `UNDO_WINDOW_MS` to the member who withdrew. */
export const MESSAGE_UNDO_TRANSITIONS: Transitions<MessageStatus> = {
  pending: [],
  sent: [],
  failed: [],
  cancelled: ['pending', 'failed'],
};

const BOOKED: readonly SessionStatus[] = ['scheduled', 'confirmed'];
const BOOKED_OR_COMPLETED: readonly SessionStatus[] = [...BOOKED, 'completed'];

/** Statuses of a session in which a mail about it is still sent. Other kinds do not depend on the status. */
const STATUSES_OF_KIND: Readonly<Partial<Record<MailKind, readonly SessionStatus[]>>> = {
  booking_received: ['inquiry', ...BOOKED],
  booking_confirmed: BOOKED,
  booking_declined: ['declined'],
  session_rescheduled: ['inquiry', ...BOOKED],
  // A cancelled booking request has the status `declined`.
  session_cancelled: ['cancelled', 'declined'],
  session_reminder: BOOKED,
  contract_to_sign: BOOKED,
  contract_reminder: BOOKED,
  questionnaire: BOOKED_OR_COMPLETED,
  automation: BOOKED_OR_COMPLETED,
};

/** True if a mail of this kind is sent while its session has this status. */
export const fitsStatus = (kind: MailKind, status: SessionStatus): boolean =>
  STATUSES_OF_KIND[kind]?.includes(status) ?? true;

/** State of a mail as the studio sees it: `waiting` for its time, `needless` since its session changed, or on its way. */
export type MessageState =
  | 'waiting'
  | 'needless'
  | 'sending'
  | 'sent'
  | 'reported'
  | 'bounced'
  | 'failed'
  | 'cancelled';

interface MessageFacts {
  kind: MailKind;
  status: MessageStatus;
  dueAt: number;
  /** A code of `errors:`. */
  error: string | null;
  /** Absent for a mail about no session. */
  session?: { readonly status: SessionStatus } | undefined;
}

/** Returns the state of a mail at `now`, epoch milliseconds. One that its reader marked as spam has arrived. */
export function messageState(message: MessageFacts, now: number): MessageState {
  const { kind, status, dueAt, error, session } = message;
  if (status === 'pending' && session && !fitsStatus(kind, session.status)) return 'needless';
  if (status === 'pending') return dueAt > now ? 'waiting' : 'sending';
  if (status === 'failed' && error === 'mail_bounced') return 'bounced';
  return status === 'sent' && error === 'mail_complained' ? 'reported' : status;
}

/** Fields of templates, written `{{name}}`. Each kind of mail has some of them (message-templates.ts). */
export const TEMPLATE_FIELDS = [
  'client',
  'studio',
  'type',
  'date',
  'time',
  'place',
  'link',
  'price',
  'deposit',
  'paid',
  'remaining',
  'dueDate',
  'payLink',
  'cancellation',
  'amount',
  'number',
  'gallery',
  'message',
  'selection',
  'photos',
  'document',
  'lines',
] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

export const mailTemplate = z.strictObject({
  kind: mailKind,
  language,
  /** One line: a line break would start another header of the mail. */
  subject: text
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  /** Plain paragraphs. HTML is generated from them and never accepted as input. */
  body: text.trim().min(1).max(10_000),
});
