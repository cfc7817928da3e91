import type { MailError } from '#core/domain/errors.ts';
import { formatAmount, formatLongDate, formatPlace, formatTimeRange } from '#core/domain/format.ts';
import { LINKS_TO_REBOOKING, type RenderedMail, renderMessage } from '#core/domain/message-templates.ts';
import type { MessageKind } from '#core/domain/messages.ts';
import { receiptData } from '#core/domain/receipts.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { type CalendarEvent, renderCalendar, sessionUid } from '../calendar/ics.ts';
import { type EffectRun, finalMailError } from '../outbox/effects.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import type { MailCalendar, MailFile } from '../platform/mail.ts';
import { receiptFilename } from '../receipts/text.ts';
import { createSessionLink, sessionLinkHref } from './session-links.ts';
import { notifyStudio } from './studio-notifications.ts';
import { hasPublicBooking, isMessageCurrent, type MessageData, readMessage } from './template-data.ts';

const TEXTS = { en: en.messages, es: es.messages, ca: ca.messages } as const;

/** A client's mail in their language. @param link where its button leads; empty for none */
export function renderMessageMail(facts: MessageData, link: string): RenderedMail {
  const { kind, language, template, client, studio, timeZone, start, end, payment } = facts;
  const texts = TEXTS[language];
  const ofPayment = payment && {
    date: formatLongDate(payment.date, language, timeZone),
    amount: formatAmount(payment.amount, payment.currency, language),
    number: payment.receipt ?? '',
  };
  const values = {
    client,
    studio,
    type: facts.type || texts.session,
    date: formatLongDate(start, language, timeZone),
    time: formatTimeRange(start, end, language, timeZone),
    place: formatPlace(facts.place, facts.location),
    link,
    ...ofPayment,
  };
  return renderMessage({ kind, language, texts, template, values });
}

/** Which mails come with the appointment itself, and what it is to do in the client's calendar. */
const METHODS: Partial<Record<MessageKind, MailCalendar['method']>> = {
  booking_confirmed: 'REQUEST',
  session_rescheduled: 'REQUEST',
  session_cancelled: 'CANCEL',
};

/** The appointment for the client's calendar, if this mail has one. */
function toMailCalendar(facts: MessageData, origin: string, link: string, now: number): MailCalendar | undefined {
  const method = METHODS[facts.kind];
  // What is only asked for is in nobody's calendar yet, also after it was moved.
  if (!method || facts.status === 'inquiry') return undefined;
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
    location: formatPlace(facts.place, facts.location),
    ...(replyTo ? { organizer: { name: studio, email: replyTo }, attendee: { name: client, email: recipient } } : {}),
  };
  return { method, content: renderCalendar({ name: studio, method, events: [event] }) };
}

/** A payment's receipt as it is printed; none where there is none. */
async function receiptFile(db: Queryable, accountId: string, paymentId: string): Promise<MailFile | undefined> {
  const [row] = await db.query<{ data: unknown }>(
    'select data from receipts where account_id = $1 and payment_id = $2',
    [accountId, paymentId],
  );
  if (!row) return undefined;
  const data = receiptData.parse(row.data);
  // Only now: what sets type is large, and of a hundred mails one is a receipt.
  const { renderReceipt } = await import('../receipts/pdf.ts');
  return { filename: receiptFilename(data), contentType: 'application/pdf', content: await renderReceipt(data) };
}

/**
 * Mails a client what they are to know, if it is still so. Its Message-ID is the message's own id: sent again after a
 * crash, or by somebody for whom it seemed to have failed, it is the same mail to the mailbox.
 */
export async function sendMessage({ id, payload, jobs }: EffectRun<'message.send'>): Promise<void> {
  const { messageId } = payload;
  const facts = await readMessage(jobs.db, messageId);
  if (!facts || !isMessageCurrent(facts, jobs.clock())) {
    await jobs.db.query("update messages set status = 'cancelled' where id = $1 and status = 'pending'", [messageId]);
    return;
  }
  try {
    await send(jobs, messageId, facts);
  } catch (error) {
    const mailError = await finalMailError(jobs.db, id, error);
    if (mailError) await jobs.db.transaction((tx) => giveUp(tx, facts, messageId, mailError, jobs.clock()));
    if (mailError !== 'mail_refused') throw error;
    return;
  }
  // Withdrawn or readdressed in the very moment that it went out, it was sent all the same: the list says what happened.
  await jobs.db.query(
    `update messages set status = 'sent', sent_at = $2, error = null, recipient = $3, language = $4
     where id = $1 and status <> 'sent'`,
    [messageId, timestamp(jobs.clock()), facts.recipient, facts.language],
  );
}

async function send(jobs: JobServices, messageId: string, facts: MessageData): Promise<void> {
  const link = await linkOf(jobs, facts);
  const { recipient: to, language, studio: fromName, replyTo } = facts;
  const calendar = toMailCalendar(facts, jobs.appOrigin, link, jobs.clock());
  const mail = { ...renderMessageMail(facts, link), to, fromName, replyTo, language, id: messageId };
  const receipt = facts.payment && (await receiptFile(jobs.db, facts.accountId, facts.payment.id));
  const files = receipt ? [receipt] : [];
  await jobs.sendMail({ ...mail, ...(calendar ? { calendar } : {}), files });
}

/** To the session, or to free times where there is none to change any more; a receipt leads nowhere. */
async function linkOf({ db, appOrigin, clock }: JobServices, facts: MessageData): Promise<string> {
  const { accountId, sessionId, slug, kind } = facts;
  if (kind === 'receipt') return '';
  if (LINKS_TO_REBOOKING.has(kind)) return hasPublicBooking(facts) ? `${appOrigin}/p/${slug}/book` : '';
  const token = await createSessionLink(db, { accountId, sessionId, now: clock() });
  return token ? sessionLinkHref(appOrigin, slug, token) : '';
}

/** For the studio to see, which may send it again. */
async function giveUp(
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
  if (message) await notifyStudio(tx, { accountId, what: 'failedMail', sessionId }, now);
}
