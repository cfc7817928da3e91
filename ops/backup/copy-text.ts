import type { Readable } from 'node:stream';
import { linesOf, unzipped } from './lines.ts';

/** Escapes of PostgreSQL's COPY text format, except `\N`. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Returns the values of one row; `\N` is null. */
function parseCopyLine(line: string): (string | null)[] {
  return line.split('\t').map((value) => (value === '\\N' ? null : value.replace(/\\(.)/gs, unescaped)));
}

function unescaped(_: string, letter: string): string {
  return ESCAPES[letter] ?? letter;
}

/** Generates the rows of a table's file, as {@link readRows}. */
export function readTableFile<C extends string>(file: string, columns: readonly string[], wanted: readonly C[]) {
  return readRows(unzipped(file), columns, wanted);
}

/**
 * Generates rows of COPY's text format as objects with the requested columns.
 * @param columns all columns of the text, in order
 */
export async function* readRows<C extends string>(
  text: Readable,
  columns: readonly string[],
  wanted: readonly C[],
): AsyncGenerator<Record<C, string | null>> {
  const indexes = wanted.map((column) => [column, columns.indexOf(column)] as const);
  const absent = indexes.find(([, index]) => index < 0);
  if (absent) throw new Error(`the backup's table has no column ${absent[0]}`);
  for await (const line of linesOf(text)) {
    const values = parseCopyLine(line);
    yield Object.fromEntries(indexes.map(([name, index]) => [name, values[index] ?? null])) as Record<C, string | null>;
  }
}
