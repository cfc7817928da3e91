import { clsx } from 'clsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** Digits of a code by mail or of an authenticator app. */
export const CODE_LENGTH = 6;

interface CodeInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: string;
  /** Told the digits alone, whatever was typed or pasted around them. */
  onChange: (digits: string) => void;
}

/** A code of six digits: the phone's keypad for numbers, and the phone's own offer to fill it in. */
export function CodeInput({ onChange, className, ...rest }: CodeInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...rest}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      className={clsx('max-w-40 font-mono tracking-[0.3em] tabular-nums', className)}
    />
  );
}
