import { z } from 'zod';
import { galleryId, rowId } from '../domain/values/ids.ts';
import { awayMonths, INSIGHT_TABLES, insightPeriod } from '../domain/studio/insights.ts';
import { usageMonth } from '../domain/studio/usage.ts';
import { endpoint } from './endpoint.ts';

const count = z.number().int();

/** A day or month, with what visitors did in it. */
const visitorCounts = z.object({ key: z.string(), visits: count, views: count, downloads: count, picks: count });
export type VisitorCounts = z.infer<typeof visitorCounts>;

const lovedPhoto = z.object({
  id: z.string(),
  galleryId,
  gallery: z.string(),
  fileId: z.string(),
  filename: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
  /** People who chose it within the period. */
  people: count,
  views: count,
});
export type LovedPhoto = z.infer<typeof lovedPhoto>;

const range = { unit: z.enum(['day', 'month']), firstYear: z.number().int() };

const period = z.strictObject({ period: insightPeriod });

const studioInsights = z.object({
  ...range,
  counts: z.array(visitorCounts),
  /** Galleries with the most visits. */
  galleries: z.array(visitorCounts.omit({ key: true }).extend({ id: galleryId, name: z.string() })),
  photos: z.array(lovedPhoto),
  /** Null for roles that see no sessions. */
  booking: z
    .object({
      /** People who looked at free times, who chose one, and bookings without and with the studio's approval. */
      viewed: count,
      started: count,
      booked: count,
      requested: count,
      /** Of the requests: accepted and declined so far. */
      accepted: count,
      declined: count,
    })
    .nullable(),
  /** Null for roles that see no money; a photographer's own sessions without `money.all`. */
  revenue: z
    .object({
      currency: z.string(),
      /** Received minus refunded, in minor units. */
      months: z.array(z.object({ key: z.string(), amount: z.number() })),
      types: z.array(z.object({ name: z.string(), amount: z.number(), payments: count })),
      /** Totals in other currencies. */
      others: z.array(z.object({ currency: z.string(), amount: z.number() })),
    })
    .nullable(),
  /** Null for roles that see no clients. */
  clients: z
    .array(z.object({ id: rowId, name: z.string(), lastSessionAt: z.number(), lastType: z.string(), sessions: count }))
    .nullable(),
});
export type StudioInsights = z.infer<typeof studioInsights>;

const bytes = z.number();
const span = z.object({ low: bytes, high: bytes });

const minorUnits = z.number().int();

const usageTotals = { byteHours: z.number(), downloadBytes: bytes };

const studioUsage = z.object({
  /** The month that `days` are of. */
  month: usageMonth,
  /** Bytes stored now, with those in the trash. */
  stored: bytes,
  trash: bytes,
  /** Every month with usage, the latest first. */
  months: z.array(z.object({ month: usageMonth, ...usageTotals })),
  /** Days with usage, the earliest first: `2026-11-21`. */
  days: z.array(z.object({ day: z.string(), hours: count, ...usageTotals })),
  /** What the present month will come to: mean bytes stored, and bytes downloaded. Null for another month. */
  forecast: z.object({ stored: span, downloaded: span, fullDays: count }).nullable(),
  /** What decides the cost of the month (`MonthTerms`); null where nothing is charged, or not yet. */
  plan: z
    .object({
      prices: count,
      free: z.object({ stored: bytes, downloaded: bytes }),
      cap: minorUnits,
      charged: minorUnits.nullable(),
    })
    .nullable(),
});
export type StudioUsage = z.infer<typeof studioUsage>;

const galleryInsights = z.object({ ...range, counts: z.array(visitorCounts), photos: z.array(lovedPhoto) });

/** The studio's own figures, computed from its own data. */
export const insights = {
  studio: endpoint({
    method: 'GET',
    path: '/api/insights',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.read',
    query: period.extend({ away: awayMonths.default('12') }),
    response: studioInsights,
  }),
  /** What the studio stores and its clients download, by UTC day (docs/decisions/usage.md). */
  usage: endpoint({
    method: 'GET',
    path: '/api/insights/usage',
    access: 'member',
    channel: 'backoffice',
    capability: 'account.read',
    query: z.strictObject({ month: usageMonth.optional() }),
    response: studioUsage,
  }),
  /** One table as `text/csv`. `booking` needs `sessions.read`, `revenue` `money.read` and `clients` `customers.read`. */
  table: endpoint({
    method: 'GET',
    path: '/api/insights/tables/:table',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.read',
    params: z.strictObject({ table: z.enum(INSIGHT_TABLES) }),
    query: period.extend({ away: awayMonths.default('12') }),
  }),
  gallery: endpoint({
    method: 'GET',
    path: '/api/gallery/:galleryId/insights',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.read',
    params: z.strictObject({ galleryId }),
    query: period,
    response: galleryInsights,
  }),
  /** The gallery's days or months as `text/csv`. */
  galleryTable: endpoint({
    method: 'GET',
    path: '/api/gallery/:galleryId/insights.csv',
    access: 'member',
    channel: 'backoffice',
    capability: 'galleries.read',
    params: z.strictObject({ galleryId }),
    query: period,
  }),
};
