import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';

export interface CheckboxProps {
  label: ReactNode;
  /** One more line about what ticking it does. */
  hint?: string;
  /** Keeps the label for screen readers only: rows of a table. */
  hideLabel?: boolean;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
  /** Of rows of which one at a time is in the tab order. */
  tabIndex?: 0 | -1;
}

export function Checkbox({
  label,
  hint,
  hideLabel = false,
  checked,
  onChange,
  disabled,
  name,
  tabIndex,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-control items-start gap-3 py-2.5">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
        {...(disabled && { disabled })}
        {...(name && { name })}
        {...(tabIndex !== undefined && { tabIndex })}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        className="thumb mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-[4px] border border-edge bg-raised text-on-accent transition-colors hover:border-ink disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Primitive.Indicator>
          {checked === 'indeterminate' ? (
            <Minus aria-hidden className="size-4" />
          ) : (
            <Check aria-hidden className="size-4" strokeWidth={2.5} />
          )}
        </Primitive.Indicator>
      </Primitive.Root>
      <div className={hideLabel ? 'sr-only' : 'flex flex-col'}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-caption text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
