import { useState } from 'react';
import { useAccount } from '#web/lib/accounts.tsx';
import { useDraft, useKeepDraft } from '#web/lib/draft.ts';
import { dayValue, readPaidDay } from './date-value.ts';

/** What is said of money that moved, in either direction. */
export interface PaymentForm {
  /** In cents. */
  amount: number | null;
  setAmount: (amount: number | null) => void;
  /** As the field has it. */
  day: string;
  setDay: (day: string) => void;
  hasDay: boolean;
  method: string;
  setMethod: (method: string) => void;
  notes: string;
  setNotes: (notes: string) => void;
  /** Whether it was to be sent already: from then on, what is missing is marked. */
  checked: boolean;
  /** What is to be sent, or null where something is missing. */
  read: () => { amount: number; date: number; method: string; notes: string } | null;
  /** It has arrived, or is given up: nothing of it is kept any more. */
  forget: () => void;
}

type Typed = Pick<PaymentForm, 'amount' | 'day' | 'method' | 'notes'>;

/** @param draftKey names what the money is for, such as `payment:{sessionId}`: where what was typed is kept. */
export function usePaymentForm(draftKey: string, begin: Pick<Typed, 'amount' | 'method'>): PaymentForm {
  const { timeZone } = useAccount();
  const [today] = useState(() => dayValue(Date.now(), timeZone));
  const draft = useDraft<Typed>(draftKey, { ...begin, day: today, notes: '' });
  const [typed, setTyped] = useState(draft.initial);
  const [isTouched, setTouched] = useState(false);
  useKeepDraft(draft, typed, isTouched);
  const [checked, setChecked] = useState(false);
  const put = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setTouched(true);
  };
  const { amount, day, method, notes } = typed;
  const read = () => {
    setChecked(true);
    const date = readPaidDay(day, timeZone, Date.now());
    return amount && date !== null ? { amount, date, method, notes } : null;
  };
  const hasDay = readPaidDay(day, timeZone, 0) !== null;
  return {
    ...typed,
    setAmount: (next) => put({ amount: next }),
    setDay: (next) => put({ day: next }),
    hasDay,
    setMethod: (next) => put({ method: next }),
    setNotes: (next) => put({ notes: next }),
    checked,
    read,
    forget: draft.forget,
  };
}
