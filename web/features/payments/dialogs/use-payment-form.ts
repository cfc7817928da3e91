import { useState } from 'react';
import { useAccount } from '#web/lib/accounts.tsx';
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
}

export function usePaymentForm(begin: { amount: number | null; method: string }): PaymentForm {
  const { timeZone } = useAccount();
  const [amount, setAmount] = useState(begin.amount);
  const [day, setDay] = useState(() => dayValue(Date.now(), timeZone));
  const [method, setMethod] = useState(begin.method);
  const [notes, setNotes] = useState('');
  const [checked, setChecked] = useState(false);
  const read = () => {
    setChecked(true);
    const date = readPaidDay(day, timeZone, Date.now());
    return amount && date !== null ? { amount, date, method, notes } : null;
  };
  const hasDay = readPaidDay(day, timeZone, 0) !== null;
  return { amount, setAmount, day, setDay, hasDay, method, setMethod, notes, setNotes, checked, read };
}
