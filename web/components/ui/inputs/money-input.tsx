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

/** Input of an amount with decimal point or comma; formatted in the currency on blur. */
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
      // An invalid amount stays as typed, so that the field's error can refer to it.
      onBlur={() => setTyped(null)}
      {...(disabled && { disabled })}
      className="max-w-48 tabular-nums"
    />
  );
}
