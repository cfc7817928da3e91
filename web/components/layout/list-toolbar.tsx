import { SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/inputs/button.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { SearchInput } from '../ui/inputs/search-input.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { usePageRole } from './list-detail-context.ts';

interface ListToolbarProps {
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Filters and the sort order. */
  children: ReactNode;
  /** Number of active filters, for lists that may be beside a detail. */
  active?: number;
  /** Buttons behind them. */
  actions?: ReactNode;
}

/**
 * Search, filters and sort order above a list. On a narrow screen the filters share rows, each as wide as its text.
 * Beside a detail they are behind a button: a second row would move the list under the pointer that opened the detail.
 */
export function ListToolbar({ searchLabel, search, onSearch, children, active = 0, actions }: ListToolbarProps) {
  const { kind } = usePageRole();
  if (kind === 'list') {
    return (
      <div className="flex gap-2 pb-4">
        <SearchInput label={searchLabel} value={search} onChange={onSearch} />
        <FilterPopover active={active}>{children}</FilterPopover>
        {actions}
      </div>
    );
  }
  return (
    <div className="@container pb-4">
      <div className="flex flex-wrap gap-2 @max-md:[&>search]:max-w-none">
        <SearchInput label={searchLabel} value={search} onChange={onSearch} />
        <div className="flex gap-2 *:min-w-0 @max-md:w-full @max-md:flex-wrap @max-md:*:flex-auto @max-md:[&_select]:field-sizing-content">
          {children}
        </div>
        {actions}
      </div>
    </div>
  );
}

function FilterPopover({ active, children }: Required<Pick<ListToolbarProps, 'active' | 'children'>>) {
  const { t } = useTranslation('common');
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button icon={<SlidersHorizontal />} className="shrink-0">
          {active > 0 ? t('filtersActive', { number: active }) : t('filters')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('filters')}
          className="z-50 flex w-64 animate-appear flex-col gap-2 rounded-control border border-line bg-raised p-3 text-ink shadow-lift"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
