import { z } from 'zod';
import { DAY_MS } from '../values/durations.ts';
import { accountId, rowId } from '../values/ids.ts';
import { line } from '../values/primitives.ts';

/** What an operator announces, the most urgent first. */
export const ANNOUNCEMENT_KINDS = ['incident', 'maintenance', 'info'] as const;
const kind = z.enum(ANNOUNCEMENT_KINDS);

/** Days for which an announcement is shown at most, and is listed on the status page after its end. */
export const ANNOUNCEMENT_DAYS = 90;

const texts = z.strictObject({ en: line.min(1).max(500), es: line.min(1).max(500), ca: line.min(1).max(500) });

/** A moment as `Date.toISOString` writes it: moments are compared as texts. */
const moment = z.iso.datetime({ precision: 3 });

/** The parameters of an operator's `announce`. */
export const announcing = z
  .strictObject({
    kind,
    texts,
    from: moment,
    until: moment,
    /** Ids of the studios that are told; null for all. Only what all are told is on the status page. */
    studios: z.array(accountId).min(1).max(500).nullable(),
  })
  .refine(({ from, until }) => from < until, { path: ['until'] })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= ANNOUNCEMENT_DAYS * DAY_MS, {
    path: ['until'],
  });

/** The parameters of an operator's `retract`. */
export const retraction = z.strictObject({ announcement: rowId });

/** An announcement as its readers get it; times in epoch milliseconds. */
export const announcement = z.object({ id: rowId, kind, texts, from: z.number(), until: z.number() });
export type Announcement = z.infer<typeof announcement>;

/** Returns the most urgent announcement of a moment that was not dismissed; only `info` can be dismissed. */
export function presentAnnouncement(
  announcements: readonly Announcement[],
  now: number,
  dismissed: readonly string[] = [],
): Announcement | null {
  const present = announcements.filter(
    ({ id, kind: what, from, until }) => from <= now && now < until && !(what === 'info' && dismissed.includes(id)),
  );
  return ANNOUNCEMENT_KINDS.flatMap((urgent) => present.filter((one) => one.kind === urgent))[0] ?? null;
}
