import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `right` for numbers. */
  align?: 'left' | 'right';
  sortable?: boolean;
  /** Hidden on phones: a column that is not needed to tell rows apart. */
  secondary?: boolean;
}

export interface TableSort {
  key: string;
  descending: boolean;
}

interface TableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
}

export function Table<Row>({ caption, columns, rows, rowKey, sort, onSort }: TableProps<Row>) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="transition-colors hover:bg-hover">
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column, 'py-3')}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderCellProps<Row> {
  column: TableColumn<Row>;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { t } = useTranslation('common');
  const sorted = sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined;
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (sorted ?? 'none') : undefined}
      className={cellClass(column, 'text-caption font-medium text-soft')}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          title={t('sortBy', { column: column.header })}
          onClick={() => onSort({ key: column.key, descending: sorted === 'ascending' })}
          className="inline-flex min-h-control items-center gap-1 hover:text-ink"
        >
          {column.header}
          <Arrow aria-hidden className={clsx('size-3.5', !sorted && 'opacity-0')} />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function cellClass(column: Pick<TableColumn<unknown>, 'align' | 'secondary'>, extra: string): string {
  return clsx(
    'px-3 first:pl-0 last:pr-0',
    extra,
    column.align === 'right' && 'text-right',
    column.secondary && 'max-md:hidden',
  );
}
