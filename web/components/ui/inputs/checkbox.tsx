import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';

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

/** The browser's own: rows of long lists have one each, and made of parts it took most of a row's time. */
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
  const isMixed = checked === 'indeterminate';
  return (
    <div className="flex min-h-control items-start gap-3 py-2.5">
      <span className="relative mt-0.5 size-5 shrink-0">
        <input
          // No attribute says it.
          ref={(input) => void (input && (input.indeterminate = isMixed))}
          type="checkbox"
          id={id}
          checked={checked === true}
          onChange={({ target }) => onChange(target.checked)}
          // Enter would send its form, which the box has nothing to do with: Space ticks.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          {...(disabled && { disabled })}
          {...(name && { name })}
          {...(tabIndex !== undefined && { tabIndex })}
          {...(hint && { 'aria-describedby': `${id}-hint` })}
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
      </div>
    </div>
  );
}
