import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** Applies immediately. Use a Checkbox for a value that a Save button submits. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-control items-start justify-between gap-4 py-2.5">
      <div className="flex flex-col">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-caption text-soft">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        {...(disabled && { disabled })}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        className="thumb h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken p-0.5 transition-colors disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Primitive.Thumb className="block size-[1.125rem] rounded-full bg-edge transition-[translate,background-color] data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
      </Primitive.Root>
    </div>
  );
}
