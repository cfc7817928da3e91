import { WEEK_MS } from '../values/durations.ts';

export const EXPORT_STATUSES = ['queued', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Retention of an export's file, in milliseconds: a week, as for gallery archives. */
export const EXPORT_MS = WEEK_MS;
