/** One line of the report. */
export type Figure = {
  /** The bar's number in docs/decisions/bars.md, or a name of its own. */
  bar: string;
  what: string;
  /** Null where it could not be measured; `unit` then says why. */
  value: number | null;
  /** The largest value allowed, or the smallest with `atLeast`; null where no bar is set. */
  limit: number | null;
  atLeast?: true;
  unit: string;
  /** Number of measurements of which the value is the median. */
  n?: number;
  /** The two amounts of a ratio to a program of others. */
  comparison?: Comparison;
};

/** Times or costs: the smaller one wins. */
export interface Comparison {
  peer: string;
  ours: number;
  theirs: number;
  unit: string;
}

/** A figure that this machine cannot measure. */
export function notMeasured(bar: string, what: string, reason: string): Figure {
  return { bar, what, value: null, limit: null, unit: reason };
}

export function isOver({ value, limit, atLeast }: Figure): boolean {
  return value !== null && limit !== null && (atLeast ? value < limit : value > limit);
}

const number = (value: number) => value.toFixed(Math.abs(value) < 1 ? 3 : Math.abs(value) < 100 ? 2 : 0);

export const HEADING = row('bar', 'figure', 'value', '', 'limit', 'holds', 'n');

/** A figure as a line of the table below `HEADING`. */
export function describeFigure(figure: Figure): string {
  const { bar, what, value, limit, atLeast, unit, n } = figure;
  if (value === null) return row(bar, what, '–', '', '', `not measured: ${unit}`, '');
  const bound = limit === null ? '' : `${atLeast ? '≥' : '≤'} ${limit}`;
  const verdict = isOver(figure) ? 'NO' : limit === null ? '' : 'yes';
  return row(bar, what, number(value), unit, bound, verdict, n === undefined ? '' : String(n));
}

/** A table of all comparisons with programs of others and who wins each; empty without any. */
export function describeComparisons(figures: readonly Figure[]): string[] {
  const lines = figures.flatMap(({ what, comparison }) => {
    if (!comparison) return [];
    const { peer, ours, theirs, unit } = comparison;
    const winner = ours < theirs ? 'Albumen' : peer;
    return [compared(what, number(ours), number(theirs), unit, peer, winner)];
  });
  return lines.length === 0 ? [] : [compared('against peers', 'Albumen', 'peer', 'unit', 'peer', 'wins'), ...lines];
}

function compared(what: string, ours: string, theirs: string, unit: string, peer: string, winner: string): string {
  return [what.padEnd(62), ours.padStart(8), theirs.padStart(8), unit.padEnd(18), peer.padEnd(18), winner].join('  ');
}

function row(bar: string, what: string, value: string, unit: string, limit: string, holds: string, n: string): string {
  const cells = [
    bar.padStart(3),
    what.padEnd(62),
    value.padStart(8),
    unit.padEnd(23),
    limit.padEnd(8),
    holds.padEnd(5),
  ];
  return [...cells, n.padStart(3)].join('  ').trimEnd();
}

/** Returns the value below which `share` of all values are; the median by default. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('no values');
  return value;
}
