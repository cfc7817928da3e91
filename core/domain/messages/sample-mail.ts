import { MINUTE_MS, WEEK_MS } from '../values/durations.ts';
import { formatAmount, formatDay, formatLongDate, formatTimeRange } from '../values/format.ts';
import { INVITE_TOKEN_MS } from '../galleries/grants.ts';
import type { Language } from '../values/languages.ts';
import { type FieldValues, isGalleryMail, LINKS_TO_REBOOKING } from './message-templates.ts';
import { type MailKind, PAYMENT_MESSAGE_KINDS } from './messages.ts';
import { instantAtMinute, localDate } from '../values/time.ts';

/** Minutes of the day: 10:00. */
const TEN = 600;
const SAMPLE_AMOUNT = 12_000;

/** Section `sample` of `mails.json` in the mail's language. */
export type SampleTexts = Readonly<
  Record<
    | 'client'
    | 'type'
    | 'place'
    | 'number'
    | 'gallery'
    | 'message'
    | 'selection'
    | 'photos'
    | 'document'
    | 'cancellation',
    string
  >
>;

interface SampleStudio {
  name: string;
  timeZone: string;
  currency: string;
  /** Absolute URL of its public page. */
  page: string;
}

/** Returns sample values of a mail's fields: a session in a week at ten, or a gallery. */
export function sampleFields(
  kind: MailKind,
  language: Language,
  texts: SampleTexts,
  { name, timeZone, currency, page }: SampleStudio,
  now: number,
): FieldValues & { studio: string } {
  const { client, type, place, number, gallery, message, selection, photos, document, cancellation } = texts;
  if (isGalleryMail(kind)) {
    const date = formatDay(now + INVITE_TOKEN_MS, language, timeZone);
    return {
      client,
      studio: name,
      gallery,
      selection,
      photos,
      amount: formatAmount(SAMPLE_AMOUNT, currency, language),
      payLink: kind === 'selection_received' ? `${page}/booking/…` : '',
      message: kind === 'gallery_invite' ? message : '',
      link: `${page}/invite/…`,
      date,
    };
  }
  if (kind === 'client_link') return { client, studio: name, link: `${page}/client/…` };
  const amount = formatAmount(SAMPLE_AMOUNT, currency, language);
  const dueDate = formatDay(now + WEEK_MS, language, timeZone);
  const paid = formatAmount(SAMPLE_AMOUNT / 4, currency, language);
  const remaining = formatAmount((SAMPLE_AMOUNT * 3) / 4, currency, language);
  if (PAYMENT_MESSAGE_KINDS.includes(kind)) {
    const payment = { date: formatLongDate(now, language, timeZone), amount: paid, number };
    return { client, studio: name, type, ...payment, remaining, dueDate, payLink: `${page}/booking/…` };
  }
  const start = instantAtMinute(localDate(now + WEEK_MS, timeZone), TEN, timeZone);
  return {
    client,
    studio: name,
    type,
    date: formatLongDate(start, language, timeZone),
    time: formatTimeRange(start, start + 90 * MINUTE_MS, language, timeZone),
    place,
    link: LINKS_TO_REBOOKING.has(kind) ? `${page}/book` : `${page}/booking/…`,
    price: amount,
    amount: remaining,
    payLink: `${page}/booking/…`,
    deposit: kind === 'booking_received' ? paid : '',
    paid: kind === 'session_cancelled' ? '' : paid,
    remaining,
    dueDate,
    cancellation: kind === 'session_cancelled' ? '' : cancellation,
    document,
    lines: `1 × ${type} · ${amount}`,
    message: kind === 'proposal_sent' ? message : '',
  };
}
