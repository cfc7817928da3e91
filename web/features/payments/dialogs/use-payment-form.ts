import { useMemo, useState } from 'react';
import { z } from 'zod';
import { money } from '#core/domain/values/primitives.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { type Fields, type FormOf, useForm } from '#web/lib/forms/use-form.ts';
import { type Owner, useBilling } from '../use-billing.ts';
import { dayValue, readPaidDay } from './date-values.ts';

/** Values of a payment or refund. */
export interface PaymentValues {
  amount: Amount;
  /** Value of the date input. */
  day: string;
  method: string;
  notes: string;
}

/** A payment or refund as it is submitted; the date is epoch milliseconds. */
export interface PaymentEntry {
  amount: number;
  date: number;
  method: string;
  notes: string;
}

/** Checks the day of a payment in the studio's zone. */
export const paidDay = (zone: string) => z.string().refine((day) => readPaidDay(day, zone, 0) !== null);

/**
 * Draft of a payment or refund. A dialog may add its own values.
 * @param draftKey key of the stored draft, see `useNewPayment`
 */
export function usePaymentDraft<Values extends PaymentValues = PaymentValues>(
  draftKey: string,
  begin: Omit<Values, 'day' | 'notes'>,
) {
  const { timeZone } = useAccount();
  const [start] = useState(() => ({ ...begin, day: dayValue(Date.now(), timeZone), notes: '' }) as Values);
  return useDraft(draftKey, start);
}

/**
 * Form of a payment or refund.
 * @param act submits the payment
 * @param most the largest amount, in minor units; the message of a larger one is `tooMuch`
 */
export function usePaymentForm(
  draft: Fields<PaymentValues>,
  act: (payment: PaymentEntry) => unknown,
  most = Infinity,
): FormOf<PaymentValues> {
  const { timeZone } = useAccount();
  const schema = useMemo(
    () =>
      z.object({
        amount: money.positive().max(most, 'tooMuch'),
        day: paidDay(timeZone),
        method: z.string(),
        notes: z.string(),
      }),
    [most, timeZone],
  );
  return useForm(draft, schema, ({ day, ...payment }) =>
    act({ ...payment, date: readPaidDay(day, timeZone, Date.now())! }),
  );
}

/**
 * The draft of a new payment or refund. Resets once the payment is in the list of the session or order, so that it is
 * not recorded twice.
 * @param name name of the form, such as `payment:{sessionId}`
 */
export function useNewPayment(name: string, owner: Owner): NewDraft {
  const newDraft = useNewDraft(name);
  const { payments, type } = useBilling(owner);
  if (payments.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return newDraft;
}
