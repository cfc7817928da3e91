import { clsx } from 'clsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** Digits of a code by mail or from an authenticator app. */
export const CODE_LENGTH = 6;

interface CodeInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: string;
  /** Receives the digits only, without other typed or pasted characters. */
  onChange: (digits: string) => void;
}

/** Input of a six-digit code, with numeric keyboard and autofill of one-time codes. */
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
