import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormat } from '#web/lib/format/use-format.ts';
import { type Amount, amountText, readAmount } from '#web/lib/forms/amount.ts';
import { TextInput } from './text-input.tsx';

interface MoneyInputProps {
  value: Amount;
  onChange: (value: Amount) => void;
  disabled?: boolean;
}

/**
 * Input of an amount in the account's currency, with decimal point or comma; formatted on blur. Reads it again when the
 * currency changes, which may have other digits.
 */
export function MoneyInput({ value, onChange, disabled }: MoneyInputProps) {
  const { currency, language, money } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const readIn = useRef(currency);
  const readAgain = useEffectEvent(() => {
    if (readIn.current === currency) return;
    const text = typed ?? amountText(value, readIn.current);
    readIn.current = currency;
    onChange(readAmount(text, currency, language));
  });
  useEffect(() => readAgain(), [currency]);
  const type = (text: string) => {
    setTyped(text);
    onChange(readAmount(text, currency, language));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (typeof value === 'number' ? money(value) : (value ?? ''))}
      onChange={(event) => type(event.target.value)}
      // An invalid amount stays as typed, so that the field's error can refer to it.
      onBlur={() => setTyped(null)}
      {...(disabled && { disabled })}
      className="max-w-48 tabular-nums"
    />
  );
}
