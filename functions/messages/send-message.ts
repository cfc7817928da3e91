import type { MailError } from '#core/domain/values/errors.ts';
import {
  formatAmount,
  formatDay,
  formatLongDate,
  formatSessionLocation,
  formatTimeRange,
} from '#core/domain/values/format.ts';
import { readMailSender, type RenderedMail } from '#core/domain/messages/mail-layout.ts';
import { moneyFields } from '#core/domain/messages/message-money.ts';
import { LINKS_TO_REBOOKING, renderMessage, toSingleLine } from '#core/domain/messages/message-templates.ts';
import { type MessageKind, PROPOSAL_MESSAGE_KINDS } from '#core/domain/messages/messages.ts';
import { receiptData } from '#core/domain/payments/receipts.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { type CalendarEvent, renderCalendar, sessionUid } from '../calendar/ics.ts';
import { loadContract } from '../contracts/files.ts';
import { deliverMail } from '../mails/deliver.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import type { Mail, MailCalendar, MailFile } from '../platform/mail.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { RECEIPT_DATA } from '../receipts/issue.ts';
import { RECEIPT_TEXTS, receiptFilename } from '../receipts/text.ts';
import { withdrawalText } from '../checkouts/withdrawal-text.ts';
import { formatText } from '../platform/texts.ts';
import { addToken, clientLinkHref, insertClientLink } from '../public-studio/client-links.ts';
import { createProposalLink, proposalLinkHref } from '../public-studio/proposal-links.ts';
import { createSessionLink, sessionLinkHref } from '../sessions/session-links.ts';
import { hasPublicBooking, isMessageCurrent, type MessageData, readMessage } from './template-data.ts';

const TEXTS = { en: en.messages, es: es.messages, ca: ca.messages } as const;

/**
 * Renders a client's mail in their language.
 * @param link target of its button; empty for none
 * @param origin of the product
 */
export function renderMessageMail(facts: MessageData, link: string, origin: string): RenderedMail {
  const { kind, language, client, studio, timeZone, start, end, payment } = facts;
  const texts = TEXTS[language];
  const withdrawal = withdrawalOf(facts, link);
  const ofPayment = payment && {
    date: formatLongDate(payment.date, language, timeZone),
    amount: formatAmount(payment.amount, payment.currency, language),
    number: payment.receipt ?? '',
  };
  const values = {
    client,
    studio,
    type: facts.type || texts.session,
    // An order without a session has no day of its own.
    date: facts.sessionId === null ? '' : formatLongDate(start, language, timeZone),
    time: end > start ? formatTimeRange(start, end, language, timeZone) : '',
    place: formatSessionLocation(facts.savedLocation, facts.location),
    link,
    payLink: facts.payable > 0 ? link : '',
    document: facts.document?.title ?? facts.proposal?.title ?? '',
    cancellation: [facts.cancellation, withdrawal?.told, digitalText(facts)].filter(Boolean).join('\n\n'),
    message: facts.withdrawal,
    ...moneyFields(kind, facts, { language, timeZone, allPaid: texts.allPaid }),
    ...proposalFields(facts),
    // The rule's own text names what was paid.
    ...(kind === 'session_cancelled' && facts.cancellation && { paid: '' }),
    ...ofPayment,
  };
  return renderMessage({
    kind,
    language,
    texts,
    template: ownTemplate(facts),
    values,
    withdrawal,
    sender: readMailSender(facts.sender, origin),
    ...(payment?.isProof && {
      notice: formatText(RECEIPT_TEXTS[language], language, payment.isRefund ? 'notInvoice' : 'proof', {}),
    }),
    opensClientPage: facts.sessionId === null && facts.proposal === null,
  });
}

/** Returns the fields of a mail about a proposal: until when it is open, or what was agreed. */
function proposalFields({ kind, proposal, language, timeZone, currency }: MessageData) {
  if (proposal === null) return {};
  const { type, place, start, end } = proposal;
  const when =
    start === null || end === null
      ? { date: '', time: '' }
      : { date: formatLongDate(start, language, timeZone), time: formatTimeRange(start, end, language, timeZone) };
  const session = { type, place, ...when };
  if (kind !== 'proposal_accepted') {
    return { ...session, message: proposal.message, dueDate: formatDay(proposal.validUntil, language, timeZone) };
  }
  const lines = proposal.lines.map(
    ({ title, quantity, amount }) =>
      `${quantity} × ${toSingleLine(title)} · ${formatAmount(amount, currency, language)}`,
  );
  return { ...session, lines: lines.join('\n') };
}

/** Returns until when and where a client can withdraw from the contract, null for no such right; the page needs no script. */
function withdrawalOf({ kind, right, language, timeZone, slug }: MessageData, link: string) {
  const token = link.split('/').at(-1) ?? '';
  if (right === null || token === '') return null;
  const group = PROPOSAL_MESSAGE_KINDS.has(kind) ? 'proposals' : 'bookings';
  const told =
    right.until === null
      ? withdrawalText(language, 'rightUntilDelivered')
      : withdrawalText(language, 'right', { date: formatLongDate(right.until, language, timeZone) });
  const href = `${new URL(link).origin}/api/p/${slug}/${group}/${token}/withdrawal`;
  return { told, href, label: withdrawalText(language, 'page.title') };
}

/** Confirms that digital content was wanted immediately: directive 2011/83/EU, article 8(7). */
const digitalText = ({ digital, language }: MessageData): string =>
  digital.length > 0 ? withdrawalText(language, 'digital', { titles: digital.map(toSingleLine).join(', ') }) : '';

/** Returns the studio's template, or our text for a case in which the kind's own text would be wrong; else null. */
function ownTemplate({ kind, language, template, isByClient, payment, sessionId, isSale }: MessageData) {
  // A studio's own text about a payment does not fit a refund.
  if (kind === 'receipt' && payment?.isRefund) return TEXTS[language].receipt_of_refund;
  // Its texts and fields are about a session.
  if (kind === 'payment_request' && sessionId === null) {
    return TEXTS[language][isSale ? 'payment_request_of_sale' : 'payment_request_of_order'];
  }
  if (kind === 'session_cancelled' && isByClient) return template ?? TEXTS[language].session_cancelled_by_client;
  return template;
}

/** Calendar method of the mails that contain the appointment. */
const METHODS: Partial<Record<MessageKind, MailCalendar['method']>> = {
  booking_confirmed: 'REQUEST',
  session_rescheduled: 'REQUEST',
  session_cancelled: 'CANCEL',
};

/** Returns the calendar part of a mail; undefined if it has none. */
function toMailCalendar(facts: MessageData, origin: string, link: string, now: number): MailCalendar | undefined {
  const method = METHODS[facts.kind];
  // A booking request is not in the client's calendar yet, even after it was rescheduled.
  if (!method || facts.status === 'inquiry' || facts.sessionId === null) return undefined;
  const { studio, client, recipient, replyTo, start, end, language, timeZone } = facts;
  const event: CalendarEvent = {
    uid: sessionUid(facts.sessionId, origin),
    sequence: facts.sequence,
    stamp: now,
    start,
    end,
    status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
    summary: `${facts.type || TEXTS[language].session} · ${studio}`,
    description: [
      `${formatLongDate(start, language, timeZone)}, ${formatTimeRange(start, end, language, timeZone)}`,
      ...(link && !LINKS_TO_REBOOKING.has(facts.kind) ? [`${TEXTS[language].manage}: ${link}`] : []),
    ].join('\n'),
    location: formatSessionLocation(facts.savedLocation, facts.location),
    ...(replyTo ? { attendee: { name: client || recipient, email: recipient } } : {}),
  };
  const organizer = replyTo ? { name: studio, email: replyTo, url: origin } : null;
  return { method, content: renderCalendar({ name: studio, method, organizer, events: [event] }) };
}

/** Returns the PDF of a payment's receipt; undefined if there is none. */
async function receiptFile(
  { db, storage }: JobServices,
  accountId: string,
  paymentId: string,
): Promise<MailFile | undefined> {
  const [row] = await db.query<{ data: unknown }>(
    `select ${RECEIPT_DATA} as data from receipts r where r.account_id = $1 and r.payment_id = $2`,
    [accountId, paymentId],
  );
  if (!row) return undefined;
  const data = receiptData.parse(row.data);
  // Load the PDF library only here: it is large, and few mails are receipts.
  const [{ renderReceipt }, { loadLetterhead }] = await Promise.all([
    import('../receipts/pdf.ts'),
    import('../receipts/letterhead.ts'),
  ]);
  const content = await renderReceipt(data, await loadLetterhead(db, storage, accountId));
  return { filename: receiptFilename(data), contentType: 'application/pdf', content };
}

/** Returns the PDF of a signed contract, with the studio's signature if there is one. */
async function contractFile({ db, storage }: JobServices, accountId: string, contractId: string): Promise<MailFile> {
  const [row] = await db.query<{ title: string; sha256: string }>(
    `select c.title, coalesce(t.final_sha256, t.signed_sha256) as sha256
     from contracts c join contract_texts t on t.account_id = c.account_id and t.contract_id = c.id
     where c.account_id = $1 and c.id = $2`,
    [accountId, contractId],
  );
  const content = await loadContract(storage, { accountId, contractId, sha256: row?.sha256 ?? '' });
  return { filename: `${toSingleLine(row?.title ?? '')}.pdf`, contentType: 'application/pdf', content };
}

/**
 * Mails a client, if the message is still current. The Message-ID is the message's id, so a retry after a crash, or by
 * a member after an apparent failure, is the same mail to the mailbox.
 */
export async function sendMessage({ id, payload, jobs }: EffectRun<'message.send'>): Promise<void> {
  const { messageId } = payload;
  const facts = await readMessage(jobs.db, messageId, jobs.clock());
  if (!facts || !isMessageCurrent(facts, jobs.clock())) {
    await jobs.db.query("update messages set status = 'cancelled' where id = $1 and status = 'pending'", [messageId]);
    return;
  }
  await deliverMail({
    run: { id, jobs },
    mail: await composeMail(jobs, messageId, facts),
    accountId: facts.accountId,
    cause: facts.sessionId === null ? undefined : { sessionId: facts.sessionId },
    subject: { kind: 'message', id: messageId },
    // Also for a message that was cancelled or readdressed while it was sent: the list shows what happened.
    onSent: (tx) =>
      tx.query(
        `update messages set status = 'sent', sent_at = $2, error = null, recipient = $3, language = $4
         where id = $1 and status <> 'sent'`,
        [messageId, timestamp(jobs.clock()), facts.recipient, facts.language],
      ),
    onFailure: (tx, error) => markFailed(tx, facts, messageId, error, jobs.clock()),
  });
}

async function composeMail(jobs: JobServices, messageId: string, facts: MessageData): Promise<Mail> {
  const link = await linkOf(jobs, facts);
  const { recipient: to, language, studio: fromName, replyTo } = facts;
  const calendar = toMailCalendar(facts, jobs.appOrigin, link, jobs.clock());
  const mail = { ...renderMessageMail(facts, link, jobs.appOrigin), to, fromName, replyTo, language, id: messageId };
  const receipt = facts.payment && (await receiptFile(jobs, facts.accountId, facts.payment.id));
  const contractId = facts.kind === 'contract_signed' ? facts.document?.contractId : null;
  const contract = contractId && (await contractFile(jobs, facts.accountId, contractId));
  const files = [receipt, contract].filter((file) => !!file);
  return { ...mail, ...(calendar ? { calendar } : {}), files };
}

/**
 * Returns the link of a mail: the proposal, the session, or the booking page if the session can no longer be changed; the client's page
 * for an order without a session, where it is paid. Of the mails
 * about a payment, only a receipt has one, to pay what is left.
 */
async function linkOf({ db, appOrigin, clock }: JobServices, facts: MessageData): Promise<string> {
  const { accountId, sessionId, customerId, recipient: email, contactId, kind, payable } = facts;
  if (kind === 'refund_failed' || (kind === 'receipt' && payable === 0)) return '';
  const address = await studioAddress(db, accountId, appOrigin);
  if (LINKS_TO_REBOOKING.has(kind)) return hasPublicBooking(facts) ? `${address}/book` : '';
  const now = clock();
  if (PROPOSAL_MESSAGE_KINDS.has(kind)) {
    const token = await createProposalLink(db, { accountId, proposalId: facts.orderId, contactId }, now);
    return token ? proposalLinkHref(address, token) : '';
  }
  if (sessionId === null) {
    const token = await db.transaction(async (tx) => {
      const linkId = await insertClientLink(tx, { accountId, customerId, authorId: null, email, contactId }, now);
      return addToken(tx, accountId, linkId, now);
    });
    return clientLinkHref(address, token);
  }
  const token = await createSessionLink(db, { accountId, sessionId, contactId, now });
  return token ? sessionLinkHref(address, token) : '';
}

/** Records the failure for the studio, which can send it again. */
async function markFailed(
  tx: Queryable,
  { accountId, sessionId }: MessageData,
  messageId: string,
  error: MailError,
  now: number,
): Promise<void> {
  const [message] = await tx.query(
    "update messages set status = 'failed', error = $2 where id = $1 and status = 'pending' returning id",
    [messageId, error],
  );
  if (message)
    await notifyStudio(tx, { accountId, what: 'failedMail', sessionId: sessionId ?? undefined, messageId }, now);
}
