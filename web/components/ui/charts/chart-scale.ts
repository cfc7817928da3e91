/** Returns the top of a scale from zero: the next of 1–6, 8 and their tens, so that its half reads well too. */
export function scaleTop(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find(
    (factor) => factor * power >= highest && Number.isInteger((factor * power) / 2),
  );
  return (step ?? 10) * power;
}

/** Returns the indexes of the bars that have a label: evenly spaced, the last one included. */
export function labelledIndexes(count: number, most: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / most));
  const indexes = new Set<number>();
  for (let index = count - 1; index >= 0; index -= step) indexes.add(index);
  return indexes;
}
