import { RadioGroup } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface DrawnChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; hint?: string; drawing: ReactNode }[];
  className?: string;
}

/** A choice among looks, each drawn on a card. */
export function DrawnChoice<Value extends string>({
  label,
  value,
  onChange,
  options,
  className = 'grid grid-cols-2 gap-3 sm:grid-cols-3',
}: DrawnChoiceProps<Value>) {
  const id = useId();
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={className}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          aria-labelledby={`${id}-${option.value}`}
          {...(option.hint && { 'aria-describedby': `${id}-${option.value}-hint` })}
          className="group flex min-w-0 flex-col gap-2 text-left"
        >
          <span
            aria-hidden
            className="block aspect-4/3 w-full overflow-hidden rounded-control border border-line bg-raised transition-colors group-hover:border-edge group-data-[state=checked]:border-accent group-data-[state=checked]:outline-2 group-data-[state=checked]:outline-accent"
          >
            {option.drawing}
          </span>
          <span className="flex flex-col">
            <span id={`${id}-${option.value}`} className="font-medium">
              {option.label}
            </span>
            {option.hint && (
              <span id={`${id}-${option.value}-hint`} className="text-caption text-soft">
                {option.hint}
              </span>
            )}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
