import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { money } from '#core/domain/primitives.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import { useDraft } from '#web/lib/forms/draft-form.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { dayValue, readPaidDay } from './date-values.ts';

/** Values of a payment or refund. */
export interface PaymentValues {
  amount: Amount;
  /** Value of the date input. */
  day: string;
  method: string;
  notes: string;
}

/** Form of a payment or refund. A dialog may add its own values. */
export interface PaymentForm<Values extends PaymentValues = PaymentValues> {
  values: Values;
  change: (part: Partial<Values>) => void;
  hasAmount: boolean;
  hasDay: boolean;
  /** True after the first attempt to submit: missing fields are marked from then on. */
  checked: boolean;
  /** Returns the values to submit, or null if a field is missing. */
  read: () => { amount: number; date: number; method: string; notes: string } | null;
  /** Deletes the draft. */
  discard: () => void;
}

/** @param draftKey key of the stored draft, see `useNewPayment` */
export function usePaymentForm<Values extends PaymentValues = PaymentValues>(
  draftKey: string,
  begin: Omit<Values, 'day' | 'notes'>,
): PaymentForm<Values> {
  const { timeZone } = useAccount();
  const [start] = useState(() => ({ ...begin, day: dayValue(Date.now(), timeZone), notes: '' }) as Values);
  const { values, change, discard } = useDraft(draftKey, start);
  const [checked, setChecked] = useState(false);
  const { amount, day, method, notes } = values;
  const read = () => {
    setChecked(true);
    const date = readPaidDay(day, timeZone, Date.now());
    return isPositive(amount) && date !== null ? { amount, date, method, notes } : null;
  };
  const hasDay = readPaidDay(day, timeZone, 0) !== null;
  return { values, change, hasAmount: isPositive(amount), hasDay, checked, read, discard };
}

function isPositive(amount: Amount): amount is number {
  return money.positive().safeParse(amount).success;
}

/**
 * The draft of a new payment or refund. Resets once the payment is in the session's list, so that it is not recorded
 * twice.
 * @param name name of the form, such as `payment:{sessionId}`
 */
export function useNewPayment(name: string, sessionId: string): NewDraft {
  const newDraft = useNewDraft(name);
  const [billing, { type }] = useQuery(queries.payments.ofSession({ sessionId }));
  if (billing?.payments.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return newDraft;
}
