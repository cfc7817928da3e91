import { BYTE_ORDER_MARK, csvFormat, csvRow } from '#core/domain/values/csv.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/export.json' with { type: 'json' };
import en from '#locales/en/export.json' with { type: 'json' };
import es from '#locales/es/export.json' with { type: 'json' };
import { attachment } from '../platform/http/content-disposition.ts';
import { formatText } from '../platform/texts.ts';

const TEXTS = { en, es, ca } as const;

export interface CsvTable {
  /** Key of the file's name in `export:insights.files`. */
  name: string;
  /** Keys of `export:insights.columns`. */
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Named in the file's name. */
  gallery?: string;
}

/** Returns a table as a CSV file in the studio's language. */
export function csvAnswer({ name, columns, rows, gallery = '' }: CsvTable, language: Language) {
  const text = (key: string, values = {}) => formatText(TEXTS[language], language, `insights.${key}`, values);
  const format = csvFormat(language);
  const head = csvRow(
    columns.map((column) => text(`columns.${column}`)),
    format,
  );
  return {
    body: undefined,
    json: BYTE_ORDER_MARK + head + rows.map((row) => csvRow(row, format)).join(''),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(`${text(`files.${name}`, { gallery })}.csv`),
    },
  };
}

/** Returns a named line of the booking table. */
export function bookingStep(step: string, language: Language): string {
  return formatText(TEXTS[language], language, `insights.steps.${step}`);
}
