import { z } from 'zod';
import { WEEK_MS } from '../values/durations.ts';
import { rowId } from '../values/ids.ts';

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

/** Time after which a request that no owner answers ends, in milliseconds. */
export const REQUEST_MS = WEEK_MS;
