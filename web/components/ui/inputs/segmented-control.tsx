import { RadioGroup as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface SegmentedControlProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}

/** Two to four short choices that apply immediately: views, sort order, appearance. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedControlProps<Value>) {
  return (
    <Primitive.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="inline-flex max-w-full rounded-control border border-edge bg-raised p-0.5"
    >
      {options.map((option) => (
        <Primitive.Item
          key={option.value}
          value={option.value}
          className="thumb flex min-h-10 min-w-0 items-center gap-2 rounded-[4px] px-3 text-soft transition-colors hover:text-ink data-[state=checked]:bg-hover data-[state=checked]:font-medium data-[state=checked]:text-ink"
        >
          {option.icon && (
            <span aria-hidden className="flex *:size-4 *:stroke-[1.75]">
              {option.icon}
            </span>
          )}
          <span className="truncate">{option.label}</span>
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
