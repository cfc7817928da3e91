import { clsx } from 'clsx';
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
        className={clsx('grid w-full gap-2 text-caption', options.length === 4 ? 'grid-cols-4' : 'grid-cols-3')}
      />
    </Labelled>
  );
}
