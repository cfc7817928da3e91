import type pg from 'pg';
import { pricesEnd } from '#core/domain/studio/plan.ts';
import { meanStored, monthOf, usageMonth } from '#core/domain/studio/usage.ts';
import { UsageError } from '../lib/command.ts';
import { formatBytes, formatTable } from './format.ts';
import { readDetails, readUsageDays, type StudioDetails, type StudioRow } from './studios.ts';

/** What a verb of the command prints. */
export interface Answer {
  json: object;
  text: string;
  /** The act that was requested, whose outcome is told. */
  act?: string;
}

/** Returns what a studio has, pays and used. */
export async function show(db: pg.Client, studio: StudioRow): Promise<Answer> {
  const details = await readDetails(db, studio.id);
  const lines = [
    ['studio', `${studio.name} (${studio.id}), /p/${studio.slug}`],
    ['state', `${stateOf(studio)}, since ${isoDay(studio.createdAt)}`],
    ['domains', details.domains.map(({ hostname, status }) => `${hostname} (${status})`).join(', ') || 'none'],
    ['has', `${studio.members} members, ${studio.galleries} galleries, ${studio.photos} photos`],
    ['blocked', holdsOf(details)],
    ['plan', planOf(studio, details)],
    ['stored', `${formatBytes(studio.stored)}, ${formatBytes(details.trash)} of it in the trash`],
    ['given up', details.givenUp.map(({ kind, count }) => `${kind} ×${count}`).join(', ') || 'no effects'],
    ['mails', `${details.refusals} addresses refuse them`],
  ].map(([key, value]) => `${key!.padEnd(10)}${value}`);
  const months = details.months.map(({ month, byteHours, downloaded }) => [
    month,
    formatBytes(meanStored(byteHours, month)),
    formatBytes(downloaded),
  ]);
  const table = formatTable(['month', 'stored on average', 'downloaded'], months, 'Nothing was counted yet.');
  return { json: { ...studio, ...details }, text: [...lines, '', table].join('\n') };
}

/** Returns what a studio used on the days of a month. @throws UsageError for what is no month */
export async function usage(db: pg.Client, studio: StudioRow, month: string): Promise<Answer> {
  if (!usageMonth.safeParse(month).success) throw new UsageError('--month is a month, for example 2026-11');
  const days = await readUsageDays(db, studio.id, month);
  const rows = days.map(({ day, hours, byteHours, downloaded }) => [
    day,
    String(hours),
    formatBytes(hours > 0 ? byteHours / hours : 0),
    formatBytes(downloaded),
  ]);
  const text = `${studio.name} (${studio.id})\n\n${formatTable(['day', 'hours', 'stored', 'downloaded'], rows, `Nothing in ${month}.`)}`;
  return { json: { studio: studio.id, month, days }, text };
}

/** Returns a day in UTC: `2027-02-01`. */
export function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the galleries and photos that are blocked, as `restore` names them. */
function holdsOf({ holds }: StudioDetails): string {
  const lines = holds.map(
    ({ galleryId, photoId, heldAt }) =>
      `gallery ${galleryId}${photoId === null ? '' : `, photo ${photoId}`} (${isoDay(heldAt)})`,
  );
  return lines.join(`\n${' '.repeat(10)}`) || 'no gallery, no photo';
}

/** Returns what a studio pays by, or that it has no plan. */
function planOf({ planState }: StudioRow, { plan }: StudioDetails): string {
  if (!plan) return 'none';
  const amount = (minor: number) => (minor / 100).toFixed(2);
  const limits = Object.entries(plan.limits).map(
    ([limit, value]) => `${limit} ${limit === 'stored' ? formatBytes(value) : value}`,
  );
  const ends = pricesEnd(plan);
  return [
    `${planState ?? 'no state'} since ${isoDay(plan.since)}`,
    `${amount(plan.spent)} in ${plan.month}`,
    `cap ${amount(plan.cap)}`,
    `credit ${amount(plan.credit)}`,
    ...(plan.overdueSince ? [`a payment failed ${isoDay(plan.overdueSince)}`] : []),
    ...(ends === null ? [] : [`has not accepted the prices from ${monthOf(ends)}`]),
    ...(limits.length > 0 ? [`exceptions: ${limits.join(', ')}`] : []),
  ].join(', ');
}

/** Returns whether visitors find a studio, and if not, why. */
export function stateOf({ closedAt, pausedAt, heldAt, siteHeldAt, planState }: StudioRow): string {
  if (closedAt) return `closed ${isoDay(closedAt)}`;
  if (heldAt) return `blocked ${isoDay(heldAt)}`;
  if (pausedAt) return `suspended ${isoDay(pausedAt)}`;
  if (planState === 'suspended') return 'closed until a bill is paid';
  return siteHeldAt ? `website blocked ${isoDay(siteHeldAt)}` : 'open';
}
