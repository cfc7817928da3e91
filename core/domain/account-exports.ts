export const EXPORT_STATUSES = ['queued', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** How long the file of an export can be fetched, in milliseconds: a week, as archives of galleries. */
export const EXPORT_MS = 7 * 24 * 60 * 60 * 1000;
