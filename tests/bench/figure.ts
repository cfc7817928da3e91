/** One line of the report. */
export type Figure = {
  /** The bar's number in design/quality.md. */
  bar: string;
  what: string;
  value: number;
  /** What the value may be at the most, or at the least where `atLeast` says so; null where no bar is set for it. */
  limit: number | null;
  atLeast?: true;
  unit: string;
};

export function isOver({ value, limit, atLeast }: Figure): boolean {
  return limit !== null && (atLeast ? value < limit : value > limit);
}

/** A figure as a line of the report. */
export function describeFigure(figure: Figure): string {
  const { bar, what, value, limit, atLeast, unit } = figure;
  const bound = limit === null ? '' : `${atLeast ? '≥' : '≤'} ${limit}`;
  const verdict = isOver(figure) ? 'OVER' : limit === null ? '' : 'held';
  const number = value.toFixed(Math.abs(value) < 100 ? 2 : 0).padStart(8);
  return `${bar.padStart(3)}  ${what.padEnd(58)} ${number} ${unit.padEnd(22)} ${bound.padEnd(8)} ${verdict}`.trimEnd();
}

/** The value below which `share` of all lie; half of them unless told. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('no values');
  return value;
}
