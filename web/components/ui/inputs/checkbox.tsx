import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

export interface CheckboxProps {
  label: ReactNode;
  /** One line about the effect of checking it. */
  hint?: string;
  /** Validation error, below the label. */
  error?: string | undefined;
  /** Keeps the label for screen readers only, in rows of a table. */
  hideLabel?: boolean;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
  /** For rows with a roving tab index. */
  tabIndex?: 0 | -1;
}

/** A native input: long lists have one per row, and a composed checkbox took most of a row's render time. */
export function Checkbox({
  label,
  hint,
  error,
  hideLabel = false,
  checked,
  onChange,
  disabled,
  name,
  tabIndex,
}: CheckboxProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const isMixed = checked === 'indeterminate';
  return (
    <div className="flex min-h-control items-start gap-3 py-2.5">
      <span className="relative mt-0.5 size-5 shrink-0">
        <input
          // `indeterminate` has no attribute.
          ref={(input) => void (input && (input.indeterminate = isMixed))}
          type="checkbox"
          id={id}
          checked={checked === true}
          onChange={({ target }) => onChange(target.checked)}
          // Enter would submit the surrounding form; Space toggles the box.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          {...(disabled && { disabled })}
          {...(name && { name })}
          {...(tabIndex !== undefined && { tabIndex })}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className="thumb peer block size-5 cursor-pointer appearance-none rounded-[4px] border border-edge bg-raised transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-ink disabled:cursor-default disabled:opacity-50"
        />
        {checked !== false && (
          <span className="pointer-events-none absolute inset-0 flex items-center justify-center text-on-accent peer-disabled:opacity-50">
            {isMixed ? (
              <Minus aria-hidden className="size-4" />
            ) : (
              <Check aria-hidden className="size-4" strokeWidth={2.5} />
            )}
          </span>
        )}
      </span>
      <div className={hideLabel ? 'sr-only' : 'flex flex-col'}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-caption text-soft">
            {hint}
          </p>
        )}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
}
