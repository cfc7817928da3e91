/** Photos that are compared at the same time. */
export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/**
 * Returns the shown photos with the one at `at` replaced by the next or previous one of the gallery that is not shown;
 * unchanged at its end.
 */
export function swapPhoto(
  shown: readonly string[],
  at: number,
  order: readonly string[],
  by: 1 | -1,
): readonly string[] {
  const next = nextPhoto(shown, shown[at], order, by);
  return next === null ? shown : shown.with(at, next);
}

/** Returns the photos with one more: the next one after the last, else the one before the first. */
export function addPhoto(shown: readonly string[], order: readonly string[]): readonly string[] {
  if (shown.length >= MAX_COMPARED) return shown;
  const next = nextPhoto(shown, shown.at(-1), order, 1) ?? nextPhoto(shown, shown[0], order, -1);
  return next === null ? shown : [...shown, next];
}

function nextPhoto(
  shown: readonly string[],
  from: string | undefined,
  order: readonly string[],
  by: 1 | -1,
): string | null {
  let at = order.indexOf(from ?? '') + by;
  while (shown.includes(order[at] ?? '')) at += by;
  return order[at] ?? null;
}

interface Area {
  width: number;
  height: number;
}

/**
 * Returns the number of columns that shows photos largest.
 * @param ratios width through height of each photo
 * @param below pixels of the buttons under each photo
 */
export function bestColumns(ratios: readonly number[], { width, height }: Area, below: number): number {
  const count = ratios.length;
  const areaOf = (columns: number) => {
    const cell = { width: width / columns, height: height / Math.ceil(count / columns) - below };
    return ratios.reduce((sum, ratio) => {
      const shownWidth = Math.max(0, Math.min(cell.width, cell.height * ratio));
      return sum + shownWidth ** 2 / ratio;
    }, 0);
  };
  const choices = Array.from({ length: count }, (_, index) => index + 1);
  return choices.reduce((best, columns) => (areaOf(columns) > areaOf(best) ? columns : best), 1);
}
