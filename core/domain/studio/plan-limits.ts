import { AppError } from '../values/errors.ts';
import type { PlanState } from './plan-state.ts';

/** What a studio may store and do, so that an abused sign-up costs the operator a bounded amount (docs/decisions/billing.md). */
export interface PlanLimits {
  /** Bytes of originals. */
  stored: number;
  /** Mails of one studio within a day. */
  mails: number;
  galleries: number;
  /** Files whose upload begins on a UTC day. */
  files: number;
  /** Open sockets of a studio's visitors. */
  sockets: number;
  /** Studios that one person owns. */
  studios: number;
}
export type PlanLimit = keyof PlanLimits;
/** Limits that an operator changes for a studio. Those of people are the same for everybody. */
export const PLAN_LIMITS = ['stored', 'files', 'mails', 'galleries', 'sockets'] as const satisfies readonly PlanLimit[];

const TRIAL: PlanLimits = { stored: 5e9, mails: 50, galleries: 50, files: 1_000, sockets: 100, studios: 3 };
const PAYING: PlanLimits = {
  stored: 2e12,
  mails: 1_000,
  galleries: 10_000,
  files: 20_000,
  sockets: 1_000,
  studios: 10,
};

/** Columns that decide on the limits of a studio. */
export interface PlanLimited {
  state: PlanState | null;
  /** The operator's exceptions, `account_plans.limits`; null without a plan. */
  limits: Partial<PlanLimits> | null;
}

/**
 * Returns the limits of a studio; null where nothing is charged, which leaves the limits that everybody has.
 */
export function planLimits(state: PlanState | null, overrides: Partial<PlanLimits> | null): PlanLimits | null {
  if (state === null) return null;
  return { ...(state === 'trialing' ? TRIAL : PAYING), ...overrides };
}

/**
 * Refuses what would go beyond a limit, naming it.
 * @param used amount in use; includes the requested amount if `asked` is left out
 * @param until when it ends automatically, epoch milliseconds; null if it does not
 * @throws AppError `limit_reached` with `limit`, `maximum`, `used` and `until`
 */
export function assertWithin(
  limits: PlanLimits | null,
  limit: PlanLimit,
  { used, asked = 0, until = null }: { used: number; asked?: number; until?: number | null },
): void {
  if (limits === null || used + asked <= limits[limit]) return;
  throw new AppError('limit_reached', { limit, maximum: limits[limit], used, ...(until === null ? {} : { until }) });
}
