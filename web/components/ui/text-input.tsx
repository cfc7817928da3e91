import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';
import { inputClass } from './input-class.ts';

export type TextInputProps = ComponentProps<'input'>;

/** Takes everything an <input> takes; spread react-hook-form's `register(…)` into it. */
export function TextInput({ className, ...rest }: TextInputProps) {
  return <input type="text" {...useFieldControl()} {...rest} className={clsx(inputClass, className)} />;
}
