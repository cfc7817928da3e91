import { useState } from 'react';
import { formatMoney } from '#web/lib/format/format.ts';
import { type Amount, readAmount } from '#web/lib/forms/amount.ts';
import { TextInput } from './text-input.tsx';

export interface MoneyInputProps {
  value: Amount;
  onChange: (value: Amount) => void;
  /** ISO 4217. */
  currency: string;
  language: string;
  disabled?: boolean;
}

/** An amount, typed with point or comma and written out in the currency when left. */
export function MoneyInput({ value, onChange, currency, language, disabled }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    onChange(readAmount(text, currency, language));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (typeof value === 'number' ? formatMoney(value, currency, language) : (value ?? ''))}
      onChange={(event) => type(event.target.value)}
      // What is no amount stays as it was typed, for the field's error to speak about.
      onBlur={() => setTyped(null)}
      {...(disabled && { disabled })}
      className="max-w-48 tabular-nums"
    />
  );
}
