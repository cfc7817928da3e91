import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field.tsx';
import { inputClass } from './text-input.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
}

/** The native select. Use a Combobox for searching. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <div className={clsx('relative', className)}>
      <select {...useFieldControl()} {...rest} className={clsx(inputClass, 'appearance-none pr-9')}>
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-soft"
        strokeWidth={1.75}
      />
    </div>
  );
}
