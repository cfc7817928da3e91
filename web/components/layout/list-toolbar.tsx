import type { ReactNode } from 'react';
import { Field } from '../ui/inputs/field.tsx';
import { SearchInput } from '../ui/inputs/search-input.tsx';
import { Select } from '../ui/inputs/select.tsx';

interface ListToolbarProps {
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Filters and the sort order. */
  children: ReactNode;
  /** Buttons behind them. */
  actions?: ReactNode;
}

/** Search, filters and sort order above a list. On a narrow screen the filters share a row. */
export function ListToolbar({ searchLabel, search, onSearch, children, actions }: ListToolbarProps) {
  return (
    <div className="@container pb-4">
      <div className="flex flex-wrap gap-2 @max-md:[&>search]:max-w-none">
        <SearchInput label={searchLabel} value={search} onChange={onSearch} />
        <div className="flex gap-2 *:min-w-0 @max-md:w-full @max-md:flex-wrap @max-md:*:flex-1">{children}</div>
        {actions}
      </div>
    </div>
  );
}

interface ListSelectProps<Value extends string | null> {
  label: string;
  value: Value;
  /** The option with the value null is the one for "any". */
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string;
}

/** A filter or the sort order of a list, without a visible label. */
export function ListSelect<Value extends string | null>({
  label,
  value,
  options,
  onChange,
  className,
}: ListSelectProps<Value>) {
  return (
    <Field label={label} hideLabel>
      <Select
        className={className}
        value={value ?? ''}
        onChange={({ target }) => {
          const option = options[target.selectedIndex];
          if (option) onChange(option.value);
        }}
        options={options.map((option) => ({ value: option.value ?? '', label: option.label }))}
      />
    </Field>
  );
}
