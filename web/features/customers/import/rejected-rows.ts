import { BYTE_ORDER_MARK, csvRow } from '#core/domain/csv.ts';
import type { FieldIssue } from '#core/domain/errors.ts';
import type { ContactTable, Mapping } from './contact-table.ts';
import type { PreviewRow } from './preview-import.ts';

interface Texts {
  /** Header of the last column. */
  reasons: string;
  /** What is wrong, for a person. */
  reason: (issue: FieldIssue) => string;
}

/**
 * The rows that were refused, as they came, with why in a last column: to be mended in a spreadsheet and imported
 * again. Columns without a header get the name of what they were taken for.
 */
export function rejectedRowsCsv(
  { headers, rows }: Pick<ContactTable, 'headers' | 'rows'>,
  mapping: Mapping,
  preview: readonly PreviewRow[],
  texts: Texts,
): string {
  const names = headers.map((header, column) => header || mapping[column] || '');
  const lines = preview.flatMap((row) =>
    row.state === 'bad' ? csvRow([...(rows[row.row] ?? []), row.reasons.map(texts.reason).join(' ')]) : [],
  );
  return BYTE_ORDER_MARK + csvRow([...names, texts.reasons]) + lines.join('');
}
