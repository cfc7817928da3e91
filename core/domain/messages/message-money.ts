import { BILLABLE_STATUSES } from '../payments/billing.ts';
import { formatAmount, formatDay } from '../values/format.ts';
import type { Language } from '../values/languages.ts';
import type { MailKind } from './messages.ts';
import type { SessionStatus } from '../sessions/sessions.ts';

/** Money of a session, in minor units of `currency`; due dates in epoch milliseconds, null for none. */
interface SessionMoney {
  status: SessionStatus;
  price: number;
  deposit: number;
  /** Received, without what was refunded. */
  paid: number;
  /** What the client owes now. */
  owed: number;
  /** What is to be paid now or next; null if nothing is owed. */
  part: { amount: number; dueAt: number | null } | null;
  /** The price is paid by a plan: its mails ask for the part that is due. */
  hasPlan: boolean;
  currency: string;
}

/**
 * Returns the amounts of a session for a mail, and the day on which the next is due. A confirmation before any payment
 * has price and deposit only; a deposit that was paid is part of `paid`.
 * @param allPaid value of `remaining` if nothing is left to pay
 */
export function moneyFields(
  kind: MailKind,
  { status, price, deposit, paid, owed, part, hasPlan, currency }: SessionMoney,
  { language, timeZone, allPaid }: { language: Language; timeZone: string; allPaid: string },
): Record<'price' | 'deposit' | 'paid' | 'remaining' | 'dueDate' | 'amount', string> {
  const amount = (value: number) => (value > 0 ? formatAmount(value, currency, language) : '');
  const isDepositDue = paid < deposit;
  const due = part?.dueAt ?? null;
  const isSettled = price > 0 && paid >= price && owed === 0 && BILLABLE_STATUSES.includes(status);
  const left = isSettled && kind !== 'session_reminder' ? allPaid : amount(owed);
  return {
    price: amount(price),
    deposit: isDepositDue ? amount(deposit) : '',
    paid: amount(paid),
    remaining: kind === 'booking_confirmed' && paid <= 0 ? '' : left,
    dueDate: owed > 0 && due !== null ? formatDay(due, language, timeZone) : '',
    amount: amount(hasPlan && part ? part.amount : owed),
  };
}
