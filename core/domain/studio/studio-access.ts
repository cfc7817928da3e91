import { AppError } from '../values/errors.ts';
import type { PlanState } from './plan-state.ts';

/** Columns of `accounts` that decide what a studio may do. */
export interface StudioFacts {
  /** When an operator suspended the studio, epoch milliseconds; null unless it is suspended. */
  pausedAt: number | null;
  /** When an operator blocked the studio because of its content; null unless it is blocked. */
  heldAt: number | null;
  /** What the studio has agreed on and paid; null where nothing is charged. */
  planState: PlanState | null;
}

/**
 * What a studio may do, apart from roles and rights: everything (`open`); or its members read, download, export and pay,
 * while visitors find it as before (`read_only`), a neutral page (`suspended`), or one that names legal reasons
 * (`blocked`).
 */
export type StudioAccess = 'open' | 'read_only' | 'suspended' | 'blocked';

/** Decides on a studio's access: nothing else does. */
export function studioAccess(facts: StudioFacts): StudioAccess {
  if (facts.heldAt !== null) return 'blocked';
  if (closures(facts).length > 0) return 'suspended';
  return facts.planState === 'read_only' ? 'read_only' : 'open';
}

/**
 * Reasons why visitors don't find a studio: an operator suspended or blocked it, which `untold` says while a legal order
 * postpones that its members are told; or its bill is unpaid.
 */
export const CLOSURES = ['operator', 'untold', 'bill'] as const;
export type Closure = (typeof CLOSURES)[number];

/** Returns all reasons why visitors don't find a studio: when one ends, the others go on. */
export function closures({
  pausedAt,
  heldAt,
  planState,
  isUntold = false,
}: StudioFacts & { isUntold?: boolean }): Closure[] {
  const isOperators = pausedAt !== null || heldAt !== null;
  const isTrue: Record<Closure, boolean> = {
    operator: isOperators && !isUntold,
    untold: isOperators && isUntold,
    bill: planState === 'suspended',
  };
  return CLOSURES.filter((closure) => isTrue[closure]);
}

/** True if clients and visitors find the studio. `IS_OPEN` of functions/platform/studio-facts.ts says the same in SQL. */
export const isVisitable = (access: StudioAccess): boolean => access === 'open' || access === 'read_only';

/**
 * Called for each write of a member and of an API token.
 * @throws AppError `studio_read_only`, `studio_suspended`
 */
export function assertMayWrite(access: StudioAccess): void {
  if (access === 'read_only') throw new AppError('studio_read_only');
  if (access !== 'open') throw new AppError('studio_suspended');
}

/**
 * Called for each call of a client or visitor.
 * @throws AppError `studio_unavailable`, `content_blocked`
 */
export function assertMayBeVisited(access: StudioAccess): void {
  if (access === 'blocked') throw new AppError('content_blocked');
  if (access === 'suspended') throw new AppError('studio_unavailable');
}
