import { LINKS_TO_REBOOKING, renderMessage, type RenderedMail } from '#core/domain/mail-text.ts';
import { formatAmount, formatLongDate, formatPlace, formatTimeRange } from '#core/domain/mail-values.ts';
import type { MessageKind } from '#core/domain/messages.ts';
import ca from '#locales/ca/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import es from '#locales/es/mail.json' with { type: 'json' };
import { type CalendarEvent, sessionUid, renderCalendar } from '../lib/ics.ts';
import type { MailCalendar } from '../lib/mail.ts';
import type { MessageData } from './message-facts.ts';

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
export function toMailCalendar(
  facts: MessageData,
  origin: string,
  link: string,
  now: number,
): MailCalendar | undefined {
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
