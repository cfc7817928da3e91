import { type ReactNode, useId } from 'react';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';

/** Content below a visible label, for controls that name themselves. */
export function Labelled({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <span aria-hidden className="text-caption font-medium">
        {label}
      </span>
      {children}
      {hint && (
        <p id={id} className="text-caption text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  hint?: ReactNode;
  /** Absent: the default. */
  value: Value | undefined;
  /** Default, stored as absent; without it every choice is stored. */
  initial?: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value | null) => void;
  /** For many or long choices. */
  as?: 'segments' | 'select';
}

/** A choice whose default is stored as absent. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, hint, value, initial, options, onChange, as = 'segments' } = props;
  const choose = (next: Value) => onChange(next === initial ? null : next);
  if (as === 'select') {
    return (
      <Field label={label} hint={hint}>
        <Select
          value={value ?? initial ?? ''}
          onChange={({ target }) => choose(target.value as Value)}
          options={options}
        />
      </Field>
    );
  }
  return (
    <Labelled label={label} hint={hint}>
      <SegmentedControl label={label} value={(value ?? initial)!} onChange={choose} options={options} />
    </Labelled>
  );
}
