import { z } from 'zod';
import { instant, money } from '../values/primitives.ts';
import type { PaymentPurpose } from './payments.ts';

/** Instalments of a plan; the limit of `order_instalments.position`. */
export const MAX_INSTALMENTS = 24;

/** A part of what an order charges. */
export interface Instalment {
  /** Minor units. */
  readonly amount: number;
  /** Epoch milliseconds; null without a date. */
  readonly dueAt: number | null;
}

/** A plan as it is set: the amounts sum to the total, and the dates do not go back. */
export const planInput = z
  .array(z.strictObject({ amount: money.min(1), dueAt: instant }))
  .max(MAX_INSTALMENTS)
  .refine((parts) => parts.every(({ dueAt }, index) => index === 0 || dueAt >= parts[index - 1]!.dueAt), {
    path: ['dueAt'],
  });

/** What an order charges, and the plan by which it is paid. Amounts in minor units. */
export interface PlannedBilling {
  readonly paymentAmount: number;
  readonly depositAmount: number;
  readonly dueDate: number | null;
  readonly depositDueDate: number | null;
  /** The stored plan, in order; without one, the plan is the deposit and the rest. */
  readonly instalments?: readonly (Instalment & { readonly position: number })[] | undefined;
}

/** An instalment, and how much of it was received. */
export interface FilledInstalment extends Instalment {
  /** From 1. */
  readonly position: number;
  readonly purpose: Extract<PaymentPurpose, 'deposit' | 'instalment' | 'balance'>;
  readonly paid: number;
  readonly open: number;
}

/** True if the order has a plan of its own. */
export const hasPlan = ({ instalments = [] }: Pick<PlannedBilling, 'instalments'>): boolean => instalments.length > 0;

/** Returns instalments shortened from the last to a lower total. */
export function shortened<T extends Instalment>(instalments: readonly T[], total: number): T[] {
  let left = total;
  return instalments.flatMap((part) => {
    const amount = Math.min(part.amount, left);
    left -= amount;
    return amount > 0 ? [{ ...part, amount }] : [];
  });
}

/** Returns the instalments of a price: those of the plan, or the deposit and the rest. They sum to the price. */
export function instalmentsOf(billing: PlannedBilling): Instalment[] {
  const { paymentAmount, dueDate, depositDueDate, instalments = [] } = billing;
  if (instalments.length > 0) return instalments.toSorted((one, other) => one.position - other.position);
  const deposit = Math.min(billing.depositAmount, paymentAmount);
  return [
    { amount: deposit, dueAt: depositDueDate ?? dueDate },
    { amount: paymentAmount - deposit, dueAt: dueDate },
  ].filter(({ amount }) => amount > 0);
}

/**
 * Returns the instalments of a price, filled in order by what was received and not refunded. What was received beyond
 * the price fills nothing.
 */
export function filledInstalments(billing: PlannedBilling, received: number): FilledInstalment[] {
  const parts = instalmentsOf(billing);
  const startsWithDeposit = hasPlan(billing) ? parts.length > 1 : billing.depositAmount > 0;
  let left = Math.max(0, received);
  return parts.map(({ amount, dueAt }, index) => {
    const paid = Math.min(left, amount);
    left -= paid;
    const isLast = index === parts.length - 1 && (index > 0 || !startsWithDeposit);
    const purpose = index === 0 && startsWithDeposit ? 'deposit' : isLast ? 'balance' : 'instalment';
    return { position: index + 1, purpose, amount, dueAt, paid, open: amount - paid };
  });
}

/** What is to be paid now, or next. */
export interface DuePart {
  /** Minor units, at least 1. */
  readonly amount: number;
  readonly dueAt: number | null;
  readonly purpose: FilledInstalment['purpose'];
  /** Position of its first instalment. */
  readonly position: number;
}

/**
 * Returns what is to be paid now or next; null if all was received. Of a plan these are the open instalments whose date
 * has passed at `now`, epoch milliseconds, or the first open one with those that are due when it is. Otherwise it is the
 * deposit, then the rest.
 */
export function duePart(billing: PlannedBilling, received: number, now: number): DuePart | null {
  const open = filledInstalments(billing, received).filter((part) => part.open > 0);
  const first = open[0];
  if (!first) return null;
  const isAsked = ({ dueAt }: FilledInstalment) => dueAt === first.dueAt || (dueAt !== null && dueAt < now);
  const parts = hasPlan(billing) ? open.filter(isAsked) : [first];
  const { position, dueAt } = first;
  const purpose = parts.length === open.length && open.length > 1 ? 'balance' : first.purpose;
  const amount = parts.reduce((sum, part) => sum + part.open, 0);
  return { position, dueAt, amount, purpose: parts.length > 1 && purpose !== 'balance' ? 'instalment' : purpose };
}
