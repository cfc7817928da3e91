import { RadioGroup as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';

export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  label: string;
  hideLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
}

/** A few choices with a description each. Use a Select or SegmentedControl for short ones. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <Primitive.Root
      aria-labelledby={id}
      value={props.value}
      onValueChange={(value) => props.onChange(value as Value)}
      className="flex flex-col gap-1.5"
    >
      <span id={id} className={props.hideLabel ? 'sr-only' : 'text-caption font-medium'}>
        {props.label}
      </span>
      <div className="flex flex-col divide-y divide-line overflow-hidden rounded-control border border-line bg-raised">
        {props.options.map((option) => (
          <Option key={option.value} id={`${id}-${option.value}`} {...option} />
        ))}
      </div>
    </Primitive.Root>
  );
}

function Option({ id, value, label, hint, icon, disabled }: RadioOption<string> & { id: string }) {
  return (
    <label
      htmlFor={id}
      className="flex min-h-control items-start gap-3 px-4 py-3 transition-colors hover:bg-hover has-data-[state=checked]:bg-accent-tint has-disabled:opacity-50"
    >
      <Primitive.Item
        id={id}
        value={value}
        {...(disabled && { disabled })}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-edge bg-raised data-[state=checked]:border-accent"
      >
        <Primitive.Indicator className="size-2.5 rounded-full bg-accent" />
      </Primitive.Item>
      <span className="flex flex-col">
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="text-caption text-soft">
            {hint}
          </span>
        )}
      </span>
      {icon && (
        <span aria-hidden className="ml-auto text-soft *:size-5 *:stroke-[1.5]">
          {icon}
        </span>
      )}
    </label>
  );
}
