/* Computes the sums of docs/costs.md and docs/scaling.md from the prices and quantities in their tables. */

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
  const group = sums(tableBelow(document, '## Another group of studios'), prices);
  const abused = sums(tableBelow(document, '## A sign-up that is abused'), prices);
  const summed = withSums(
    withSums(
      withSums(withSums(document, 'A month', rest), 'The first month', galleries),
      'A month of a further group',
      group,
    ),
    'A month of a trial',
    abused,
  );
  return withShare(summed, (bytes[0] ?? 0) / (galleries[0] ?? 0));
}

/** Numbers of studios of the columns in docs/scaling.md. */
const STUDIOS = [300, 3_000, 10_000] as const;

/**
 * Returns docs/scaling.md with all amounts recomputed, in whole dollars a month: what grows with each studio, what grows
 * in steps, and both. A gallery costs a thousandth of the last sum of docs/costs.md, whose prices it uses.
 * @throws Error as `computeCosts`
 */
export function computeScaling(document: string, costs: string): string {
  const known = readPrices(tableBelow(costs, '## Prices'));
  const [galleries = 0] = sums(tableBelow(costs, '## For 1,000 galleries'), known);
  const prices = new Map([...known, ['gallery', galleries / 1000]]);
  const each = tableBelow(document, '## What grows with each studio').filter(([, key]) => key !== '');
  const rows = each.map(([what = '', key = '', quantity]) => {
    const one = sums([[what, key, quantity ?? '']], prices)[0]!;
    return { what, amounts: STUDIOS.map((studios) => one * studios) };
  });
  const ofStudios = STUDIOS.map((_, column) => rows.reduce((sum, { amounts }) => sum + amounts[column]!, 0));
  const inSteps = sums(tableBelow(document, '## What grows in steps'), prices);
  const all = ofStudios.map((amount, column) => amount + inSteps[column]!);
  const filled = [
    ...rows,
    { what: '**With each studio**', amounts: ofStudios },
    { what: '**In steps**', amounts: inSteps },
    { what: '**A month**', amounts: all },
  ].reduce((text, { what, amounts }) => withAmounts(text, what, amounts), document);
  return withAmounts(
    filled,
    '**For each studio**',
    all.map((amount, column) => amount / STUDIOS[column]!),
    2,
  );
}

/** Returns the document with the last cells of a row replaced, padded to the width of the formatter's cells. */
function withAmounts(document: string, what: string, amounts: readonly number[], digits = 0): string {
  const lines = document.split('\n');
  const at = lines.findIndex((line) => line.split('|')[1]?.trim() === what);
  if (at < 0) throw new Error(`there is no row of ${what}`);
  const cells = lines[at]!.split('|');
  const first = cells.length - 1 - amounts.length;
  amounts.forEach((amount, column) => {
    const text = what.startsWith('**') ? `**${amount.toFixed(digits)}**` : amount.toFixed(digits);
    cells[first + column] = ` ${text} `.padEnd(cells[first + column]!.length);
  });
  return lines.with(at, cells.join('|')).join('\n');
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
