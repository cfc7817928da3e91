import { BYTE_ORDER_MARK, csvRow } from '#core/domain/values/csv.ts';
import type { FieldIssue } from '#core/domain/values/errors.ts';
import type { ImportTable, Mapping } from './import-table.ts';

interface Texts {
  /** Header of the last column. */
  reasons: string;
  /** Describes an issue in a sentence. */
  reason: (issue: FieldIssue) => string;
}

/**
 * Returns the rejected rows as CSV with the reasons in a last column, to be corrected in a spreadsheet and imported
 * again. Columns without a header get the name of their field.
 */
export function rejectedRowsCsv(
  { headers, rows }: Pick<ImportTable, 'headers' | 'rows'>,
  mapping: Mapping,
  preview: readonly ({ row: number; state: 'bad'; reasons: readonly FieldIssue[] } | { state: string })[],
  texts: Texts,
): string {
  const names = headers.map((header, column) => header || mapping[column] || '');
  const lines = preview.flatMap((row) =>
    'reasons' in row ? csvRow([...(rows[row.row] ?? []), row.reasons.map(texts.reason).join(' ')]) : [],
  );
  return BYTE_ORDER_MARK + csvRow([...names, texts.reasons]) + lines.join('');
}
