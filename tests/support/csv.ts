import { BYTE_ORDER_MARK } from '#core/domain/values/csv.ts';

/** Reads a CSV file by RFC 4180, independently of the product's own reader: one object per row, by column name. */
export function readCsv(text: string, delimiter: ',' | ';' = ','): Record<string, string>[] {
  const lines: string[][] = [[]];
  // A quoted cell with doubled quotes, or a plain one, and what ends it.
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\r\n]*))(${delimiter}|\r\n)`, 'gy');
  for (const [, quoted, plain = '', end] of text.replace(BYTE_ORDER_MARK, '').matchAll(cells)) {
    lines.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  const [head = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}
