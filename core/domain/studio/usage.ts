import { z } from 'zod';
import { HOUR_MS } from '../values/durations.ts';

/** A calendar month in UTC: `2026-11`. A studio's zone may change; the months of its usage do not. */
export const usageMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** Months for which days of usage are kept (docs/decisions/usage.md). */
export const USAGE_MONTHS = 26;

/** What a studio used on a UTC day. */
export interface UsageDay {
  /** `2026-11-21` */
  day: string;
  /** Hours of the day that were counted, 0–24. */
  hours: number;
  /** Sum over these hours of the bytes stored. */
  byteHours: number;
  /** Bytes of files that clients saved. */
  downloadBytes: number;
}

/** Returns the UTC month of a moment. @param now epoch milliseconds */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Returns a month's first moment and the next month's, epoch milliseconds. */
export function monthBounds(month: string): { start: number; end: number } {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  // `Date.UTC` counts months from 0; its thirteenth is the next year's first.
  return { start: Date.UTC(year, number - 1), end: Date.UTC(year, number) };
}

/** Returns the hours of a month: 672–744. */
export function hoursOf(month: string): number {
  const { start, end } = monthBounds(month);
  return (end - start) / HOUR_MS;
}

/** Returns the mean of the bytes stored over a whole month; hours before the studio existed count as 0. */
export const meanStored = (byteHours: number, month: string): number => byteHours / hoursOf(month);

/** Returns the UTC day of a moment: `2026-11-21`. @param at epoch milliseconds */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the month after a month. */
export const monthAfter = (month: string): string => monthOf(monthBounds(month).end);

/** Days of which a forecast takes the usual growth and downloads. */
export const RECENT_DAYS = 14;

/** Full days that a forecast needs to be shown, and to be mailed. */
export const FORECAST_DAYS = { shown: 3, mailed: RECENT_DAYS } as const;

interface Range {
  low: number;
  high: number;
}

export interface UsageForecast {
  /** Mean of the bytes stored over the month. */
  stored: Range;
  /** Bytes downloaded in the month. */
  downloaded: Range;
  /** Days before today of which every hour was counted: few of them tell little. */
  fullDays: number;
}

interface Known {
  /** The month so far and the days before it, earliest first. */
  days: readonly UsageDay[];
  /** Bytes stored now. */
  stored: number;
  /** Epoch milliseconds, within the month. */
  now: number;
}

/**
 * Expects what a month will come to. Storage: as much as now for the rest of the month, or growing as in the last 14
 * days. Downloads: on each day left as many as on a quiet and as on a busy one of these days (quartiles).
 */
export function forecastUsage({ days, stored, now }: Known): UsageForecast {
  const month = monthOf(now);
  const { end } = monthBounds(month);
  const counted = days.filter(({ day }) => day.startsWith(month));
  const sum = (of: (day: UsageDay) => number) => counted.reduce((total, day) => total + of(day), 0);
  // The hour that goes on is counted already.
  const hoursLeft = Math.ceil((end - now) / HOUR_MS) - 1;
  const today = utcDay(now);
  const past = days.filter(({ day }) => day < today);
  const recent = past.slice(-RECENT_DAYS);
  const growth = Math.max(0, hourlyGrowth(recent, stored));
  const byteHours = sum((day) => day.byteHours);
  const daysLeft = hoursLeft / 24;
  const downloads = recent.map(({ downloadBytes }) => downloadBytes).toSorted((left, right) => left - right);
  const so = sum((day) => day.downloadBytes);
  return {
    stored: {
      low: meanStored(byteHours + stored * hoursLeft, month),
      high: meanStored(byteHours + stored * hoursLeft + (growth * hoursLeft * (hoursLeft + 1)) / 2, month),
    },
    downloaded: {
      low: so + quantile(downloads, 0.25) * daysLeft,
      high: so + quantile(downloads, 0.75) * daysLeft,
    },
    fullDays: past.filter(({ hours }) => hours === 24).length,
  };
}

/** Returns the bytes that storage grew by each hour since the first of the days, whose mean it had at noon. */
function hourlyGrowth(recent: readonly UsageDay[], stored: number): number {
  const first = recent.find(({ hours }) => hours > 0);
  if (!first) return 0;
  return (stored - first.byteHours / first.hours) / (recent.length * 24);
}

/** Returns the value below which a share of the sorted values lies; 0 for none. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0];
  return below + (above - below) * (position - Math.floor(position));
}
