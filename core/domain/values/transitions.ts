import { MINUTE_MS } from './durations.ts';
import { AppError } from './errors.ts';

/** Allowed next statuses of each stored status. One table per noun (docs/decisions/statuses.md). */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>;

/** Time in which a change can be undone, in milliseconds. */
export const UNDO_WINDOW_MS = 10 * MINUTE_MS;

export function canTransition<S extends string>(table: Transitions<S>, from: S, to: S): boolean {
  return table[from].includes(to);
}

/** @throws AppError `transition_refused` with `from` and `to`. */
export function assertTransition<S extends string>(table: Transitions<S>, from: S, to: S): void {
  if (!canTransition(table, from, to)) throw new AppError('transition_refused', { field: 'status', from, to });
}
