import type { PayableItem } from '#core/domain/payments/card-payments.ts';
import type { ByHand } from '#core/domain/payments/transfer-code.ts';
import { isProcessing } from '../checkouts/checkouts.ts';
import { findByHand } from '../checkouts/methods.ts';
import { type OrderDues, readDues, takesCards } from '../checkouts/payable.ts';
import type { Queryable } from '../platform/db/database.ts';

/** What a client owes for a session, and the ways to pay it; all of it empty without the right to pay. */
export interface SessionDues {
  /** What can be paid by card, the deposit first. */
  payments: PayableItem[];
  /** A payment by a method that takes days is on its way. */
  isPaymentOnItsWay: boolean;
  /** The payment plan, and what is paid next. */
  dues: Pick<OrderDues, 'plan' | 'part'>;
  byHand: ByHand | null;
}

/** Reads what is owed for a session, and how it can be paid. */
export async function readSessionDues(
  db: Queryable,
  accountId: string,
  { sessionId, mayPay }: { sessionId: string; mayPay: boolean },
  now: number,
): Promise<SessionDues> {
  const owed = mayPay ? await readDues(db, accountId, sessionId, now) : null;
  return {
    payments: owed && (await takesCards(db, accountId)) ? owed.items : [],
    dues: owed ?? { plan: [], part: null },
    byHand: owed?.part ? await findByHand(db, accountId, sessionId) : null,
    isPaymentOnItsWay: owed?.part ? await isProcessing(db, accountId, sessionId) : false,
  };
}
