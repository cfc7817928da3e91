import { useState } from 'react';
import { formatMoney, parseMoney } from '#web/lib/format.ts';
import { TextInput } from './text-input.tsx';

export interface MoneyInputProps {
  /** Minor units (cents); null for none. */
  value: number | null;
  onChange: (value: number | null) => void;
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
    onChange(parseMoney(text, currency));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (value === null ? '' : formatMoney(value, currency, language))}
      onChange={(event) => type(event.target.value)}
      // What is no amount stays as it was typed, for the field's error to speak about.
      onBlur={() => value !== null && setTyped(null)}
      {...(disabled && { disabled })}
      className="max-w-48 tabular-nums"
    />
  );
}
