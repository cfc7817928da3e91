/* Computes the sums of docs/costs.md from the prices and quantities in its tables. */

/** Cells of a table's rows, without the header and without emphasis. */
type Table = string[][];

/** Keys priced per outgoing gigabyte: images to visitors, downloaded originals. */
const OUTWARD = ['cdn-gb', 's3-out-gb'];

/**
 * Returns the document with all sums recomputed. @throws Error naming a key without a price, or a cell that is not a
 * number
 */
export function computeCosts(document: string): string {
  const prices = readPrices(tableBelow(document, '## Prices'));
  const rest = sums(tableBelow(document, '## At rest, a month'), prices);
  const delivered = tableBelow(document, '## For 1,000 galleries');
  const galleries = sums(delivered, prices);
  const bytes = sums(
    delivered.filter(([, key]) => OUTWARD.includes(key ?? '')),
    prices,
  );
  const summed = withSums(withSums(document, 'A month', rest), 'The first month', galleries);
  return withShare(summed, (bytes[0] ?? 0) / (galleries[0] ?? 0));
}

/** Replaces the share in the text, a percentage in bold. @throws Error if the text has none */
function withShare(document: string, share: number): string {
  const sentence = /(\nWhat drives it: [^*]*)\*\*\d+ %\*\*/;
  if (!sentence.test(document)) throw new Error('the text says no share of what drives the costs');
  return document.replace(sentence, `$1**${Math.round(share * 100)} %**`);
}

function readPrices(table: Table): ReadonlyMap<string, number> {
  return new Map(table.map(([key = '', price]) => [key, numberOf(price, key)]));
}

/** Returns a sum for each column of quantities. */
function sums(table: Table, prices: ReadonlyMap<string, number>): number[] {
  const rows = table.filter(([, key]) => key !== '');
  const columns = (rows[0]?.length ?? 0) - 2;
  return Array.from({ length: columns }, (_, column) =>
    rows.reduce((sum, [what = '', key = '', ...quantities]) => {
      const price = prices.get(key);
      if (price === undefined) throw new Error(`${key} has no price (${what})`);
      return sum + price * numberOf(quantities[column], what);
    }, 0),
  );
}

/** Returns the row of sums, padded to the width of the formatter's cells. */
function withSums(document: string, name: string, amounts: readonly number[]): string {
  const left = amounts.map((amount) => `**${amount.toFixed(2)}**`);
  return document.replace(new RegExp(`^\\| \\*\\*${name}\\*\\* .*$`, 'm'), (row) =>
    row.replace(
      /\*\*[\d.]+\*\* */g,
      (cell) => `${(left.shift() ?? '').padEnd(cell.trimEnd().length + 1).padEnd(cell.length)}`,
    ),
  );
}

/** Returns the quantities of a table row, as written in the document. */
export function quantitiesOf(document: string, heading: string, key: string): number[] {
  const row = tableBelow(document, heading).find((cells) => cells[1] === key);
  if (!row) throw new Error(`${heading} has no row with ${key}`);
  return row.slice(2).map((cell) => numberOf(cell, key));
}

function tableBelow(document: string, heading: string): Table {
  const section = document.split(`${heading}\n`)[1]?.split('\n## ')[0];
  if (section === undefined) throw new Error(`there is no ${heading}`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('**', '')),
  );
}

function numberOf(cell: string | undefined, where: string): number {
  const value = Number(cell || Number.NaN);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${where}: "${cell ?? ''}" is no amount`);
  return value;
}
