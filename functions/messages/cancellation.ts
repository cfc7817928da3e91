import type { PromisedRule } from '#core/domain/payments/cancellation.ts';
import { cancellationSteps, stepsAhead } from '#core/domain/payments/cancellation-terms.ts';
import { describeSteps } from '#core/domain/payments/cancellation-text.ts';
import type { MessageKind } from '#core/domain/messages/messages.ts';
import { BOOKED_STATUSES, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { formatAmount, formatMoment } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/cancellation.json' with { type: 'json' };
import en from '#locales/en/cancellation.json' with { type: 'json' };
import es from '#locales/es/cancellation.json' with { type: 'json' };
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

/** The money of a session and what was promised about it; amounts in minor units, times in epoch milliseconds. */
export interface CancellableSession {
  kind: MessageKind;
  status: SessionStatus;
  language: Language;
  studio: string;
  timeZone: string;
  start: number;
  currency: string;
  price: number;
  deposit: number;
  /** Received, without what was refunded; and what was refunded. */
  paid: number;
  refunded: number;
  rule: PromisedRule | null;
  /** What the rule keeps of a session that its client cancelled; null if no rule decided. */
  keptAmount: number | null;
}

/** Mails that tell what a cancellation would cost. */
const PROMISES: readonly MessageKind[] = ['booking_received', 'booking_confirmed', 'session_rescheduled'];

/**
 * Returns what a mail says about the money of a cancellation: what would be kept until when, or what is kept of a
 * cancelled session; empty if nothing was promised or the mail is about something else.
 */
export function cancellationText(session: CancellableSession, now: number): string {
  const { kind, status, language, studio, timeZone, currency, rule, keptAmount, start, price, deposit } = session;
  const text = (key: string, values: Record<string, string | number> = {}) =>
    formatText(TEXTS[language], language, key, values);
  const money = (amount: number) => formatAmount(amount, currency, language);
  if (kind === 'session_cancelled' && status === 'cancelled' && keptAmount !== null) {
    const received = session.paid + session.refunded;
    const values = { studio, paid: money(received), kept: money(keptAmount), returned: money(received - keptAmount) };
    if (received === 0) return '';
    if (keptAmount === 0) return text('mail.doneAll', values);
    return text(keptAmount === received ? 'mail.doneNone' : 'mail.done', values);
  }
  const isAhead = status === 'inquiry' || BOOKED_STATUSES.includes(status);
  if (rule === null || !PROMISES.includes(kind) || !isAhead || start <= now) return '';
  const steps = stepsAhead(cancellationSteps(rule, { startsAt: start, price, deposit }), now);
  const lines = describeSteps({ text, money }, steps, (until) => formatMoment(until, language, timeZone));
  return [text('mail.rule'), ...lines].join('\n');
}
