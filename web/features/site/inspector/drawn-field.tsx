import type { ReactNode } from 'react';
import { DrawnChoice } from '#web/components/ui/inputs/drawn-choice.tsx';
import { Labelled } from './choice-field.tsx';

interface DrawnFieldProps<Value extends string> {
  label: string;
  hint?: ReactNode;
  /** Absent: the default. */
  value: Value | undefined;
  /** Stored as absent. */
  initial: Value;
  options: readonly { value: Value; label: string; drawing: ReactNode }[];
  onChange: (value: Value | null) => void;
}

/** A choice among looks whose default is stored as absent. */
export function DrawnField<Value extends string>({
  label,
  hint,
  value,
  initial,
  options,
  onChange,
}: DrawnFieldProps<Value>) {
  return (
    <Labelled label={label} hint={hint}>
      <DrawnChoice
        label={label}
        value={value ?? initial}
        onChange={(next) => onChange(next === initial ? null : next)}
        options={options}
        className="grid w-full grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-3"
      />
    </Labelled>
  );
}
