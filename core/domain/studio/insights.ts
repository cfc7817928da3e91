import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { startOfDay } from '../values/time.ts';

/** The last 30 days, the last twelve months, or a calendar year. */
export const insightPeriod = z.union([z.enum(['30d', '12m']), z.string().regex(/^20\d\d$/)]);
export type InsightPeriod = z.infer<typeof insightPeriod>;

/** Months without a session after which a client counts as one to come back to. */
export const AWAY_MONTHS = ['6', '12', '24'] as const;
export const awayMonths = z.enum(AWAY_MONTHS);
export type AwayMonths = z.infer<typeof awayMonths>;

/** Kinds of visitors' activity in galleries, counted by day. */
export const GALLERY_COUNTS = ['visits', 'views', 'downloads', 'picks'] as const;
export type GalleryCount = (typeof GALLERY_COUNTS)[number];

export const INSIGHT_TABLES = ['visits', 'galleries', 'photos', 'booking', 'revenue', 'clients'] as const;
export type InsightTable = (typeof INSIGHT_TABLES)[number];

export interface InsightRange {
  unit: 'day' | 'month';
  /** Every day or month of the period, earliest first: `2026-11-21` or `2026-11`. */
  keys: readonly string[];
  /** First day, and the day after the last. */
  from: string;
  to: string;
}

/** Returns the days or months of a period that ends today, in the studio's zone. @param today `2026-11-21` */
export function insightRange(period: InsightPeriod, today: string): InsightRange {
  const last = Temporal.PlainDate.from(today);
  if (period === '30d') {
    const first = last.subtract({ days: 29 });
    const keys = Array.from({ length: 30 }, (_, index) => first.add({ days: index }).toString());
    return { unit: 'day', keys, from: keys[0]!, to: last.add({ days: 1 }).toString() };
  }
  const first =
    period === '12m' ? last.with({ day: 1 }).subtract({ months: 11 }) : Temporal.PlainDate.from(`${period}-01-01`);
  const keys = Array.from({ length: 12 }, (_, index) => first.add({ months: index }).toString().slice(0, 7));
  return { unit: 'month', keys, from: first.toString(), to: first.add({ months: 12 }).toString() };
}

/** Returns the range's bounds as instants, end exclusive. */
export function rangeInstants({ from, to }: InsightRange, zone: string): { start: number; end: number } {
  return { start: startOfDay(from, zone), end: startOfDay(to, zone) };
}

/** Returns the date that many months ago: sessions before it were long ago. */
export function monthsAgo(today: string, months: AwayMonths): string {
  return Temporal.PlainDate.from(today)
    .subtract({ months: Number(months) })
    .toString();
}
