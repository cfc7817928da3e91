import { z } from 'zod';
import { WEEK_MS } from '../values/durations.ts';
import { rowId } from '../values/ids.ts';
import { type ActorRole, can } from './roles.ts';

/** Hours for which an owner may allow a visit of the operator's support. */
export const VISIT_HOURS = [1, 24, 72] as const;
export const visitHours = z.literal(VISIT_HOURS);

/** A visit that is asked for (`until` is null) or allowed; times in epoch milliseconds. */
export const supportVisit = z.object({
  id: rowId,
  email: z.string(),
  reason: z.string(),
  askedAt: z.number(),
  until: z.number().nullable(),
});
export type SupportVisit = z.infer<typeof supportVisit>;

/** A visit that is going on: from when to when the support may look. */
export const presentVisit = z.object({
  id: rowId,
  /** Null for a visit that was allowed before this was recorded. */
  since: z.number().nullable(),
  until: z.number(),
});
export type PresentVisit = z.infer<typeof presentVisit>;

/** Returns the visit of which a member is told: owners, who can end it, of the one that lasts longest; null for none. */
export function toldVisit(
  { visits, role }: { visits: readonly PresentVisit[]; role: ActorRole },
  now: number,
): PresentVisit | null {
  if (!can(role, 'owners.manage')) return null;
  const present = visits.filter(({ until }) => until > now);
  return present.reduce<PresentVisit | null>((last, one) => (last && last.until >= one.until ? last : one), null);
}

/** Time after which a request that no owner answers ends, in milliseconds. */
export const REQUEST_MS = WEEK_MS;
