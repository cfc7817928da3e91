/** A place in the grid of empty slots: which day, which row. */
export interface Slot {
  column: number;
  row: number;
}

/** Minutes of a slot. */
export const SLOT_MINUTES = 30;
export const SLOT_ROWS = (24 * 60) / SLOT_MINUTES;

/** What an arrow leads to. Null for other keys and at the top and the bottom; sideways it may leave the days shown. */
export function slotAfterKey({ column, row }: Slot, key: string): Slot | null {
  const to = {
    ArrowUp: { column, row: row - 1 },
    ArrowDown: { column, row: row + 1 },
    ArrowLeft: { column: column - 1, row },
    ArrowRight: { column: column + 1, row },
  }[key];
  return to && to.row >= 0 && to.row < SLOT_ROWS ? to : null;
}
