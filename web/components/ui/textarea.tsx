import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';
import { inputClass } from './input-class.ts';

export type TextareaProps = ComponentProps<'textarea'>;

/** Grows with what is typed where the browser can (`field-sizing`), by its handle elsewhere. */
export function Textarea({ className, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={3}
      {...useFieldControl()}
      {...rest}
      className={clsx(inputClass, 'field-sizing-content max-h-96 resize-y py-2.5', className)}
    />
  );
}
