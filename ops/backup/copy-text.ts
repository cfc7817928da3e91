import type { Readable } from 'node:stream';
import { linesOf, unzipped } from './lines.ts';

/** What PostgreSQL writes behind a backslash in COPY's text format, but for `\N`. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The values of one row; null is null. */
export function parseCopyLine(line: string): (string | null)[] {
  return line.split('\t').map((value) => (value === '\\N' ? null : value.replace(/\\(.)/gs, unescaped)));
}

function unescaped(_: string, letter: string): string {
  return ESCAPES[letter] ?? letter;
}

/** The rows of a table's file, as {@link readRows} has them. */
export function readTableFile<C extends string>(file: string, columns: readonly string[], wanted: readonly C[]) {
  return readRows(unzipped(file), columns, wanted);
}

/**
 * Rows in COPY's text format, one at a time, by the names of the columns that are wanted.
 * @param columns all that the text has, in their order
 */
export async function* readRows<C extends string>(
  text: Readable,
  columns: readonly string[],
  wanted: readonly C[],
): AsyncGenerator<Record<C, string | null>> {
  const places = wanted.map((column) => [column, columns.indexOf(column)] as const);
  const absent = places.find(([, place]) => place < 0);
  if (absent) throw new Error(`the backup's table has no column ${absent[0]}`);
  for await (const line of linesOf(text)) {
    const values = parseCopyLine(line);
    yield Object.fromEntries(places.map(([name, place]) => [name, values[place] ?? null])) as Record<C, string | null>;
  }
}
