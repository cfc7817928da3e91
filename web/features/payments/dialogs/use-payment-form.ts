import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { money } from '#core/domain/primitives.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { Amount } from '#web/lib/forms/amount.ts';
import { useDraft, useSaveDraft } from '#web/lib/forms/draft-storage.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { newId } from '#web/lib/ids.ts';
import { dayValue, readPaidDay } from './date-values.ts';

/** Form of a payment or refund. `More` adds a dialog's own values to the same draft. */
export interface PaymentForm<More extends object = object> {
  amount: Amount;
  setAmount: (amount: Amount) => void;
  hasAmount: boolean;
  /** Value of the date input. */
  day: string;
  setDay: (day: string) => void;
  hasDay: boolean;
  method: string;
  setMethod: (method: string) => void;
  notes: string;
  setNotes: (notes: string) => void;
  more: More;
  setMore: (part: Partial<More>) => void;
  /** True after the first attempt to submit: missing fields are marked from then on. */
  checked: boolean;
  /** Returns the values to submit, or null if a field is missing. */
  read: () => { amount: number; date: number; method: string; notes: string } | null;
  /** Deletes the draft. */
  forget: () => void;
}

type Typed = Pick<PaymentForm, 'amount' | 'day' | 'method' | 'notes'>;

/** @param draftKey key of the stored draft, see `useNewPayment` */
export function usePaymentForm<More extends object>(
  draftKey: string,
  begin: Pick<Typed, 'amount' | 'method'>,
  more: More,
): PaymentForm<More> {
  const { timeZone } = useAccount();
  const [today] = useState(() => dayValue(Date.now(), timeZone));
  const draft = useDraft<Typed & { more: More }>(draftKey, { ...begin, day: today, notes: '', more });
  const [typed, setTyped] = useState(draft.initial);
  const [isTouched, setTouched] = useState(false);
  useSaveDraft(draft, typed, isTouched);
  const [checked, setChecked] = useState(false);
  const put = (part: Partial<Typed & { more: More }>) => {
    setTyped((before) => ({ ...before, ...part }));
    setTouched(true);
  };
  const { amount, day, method, notes } = typed;
  const read = () => {
    setChecked(true);
    const date = readPaidDay(day, timeZone, Date.now());
    return isPositive(amount) && date !== null ? { amount, date, method, notes } : null;
  };
  const hasDay = readPaidDay(day, timeZone, 0) !== null;
  return {
    ...typed,
    setAmount: (next) => put({ amount: next }),
    hasAmount: isPositive(amount),
    setDay: (next) => put({ day: next }),
    hasDay,
    setMethod: (next) => put({ method: next }),
    setNotes: (next) => put({ notes: next }),
    setMore: (part) => put({ more: { ...typed.more, ...part } }),
    checked,
    read,
    forget: draft.forget,
  };
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
  const newDraft = useNewDraft(name, newId);
  const [billing, { type }] = useQuery(queries.payments.ofSession({ sessionId }));
  if (billing?.payments.some(({ id }) => id === newDraft.id)) newDraft.reset(type);
  return newDraft;
}
