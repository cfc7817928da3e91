import { z } from 'zod';
import { WEEK_MS } from '../values/durations.ts';
import type { Transitions } from '../values/transitions.ts';

export const DOWNLOAD_SIZES = ['original', 'web'] as const;
export const downloadSize = z.enum(DOWNLOAD_SIZES);
export type DownloadSize = z.infer<typeof downloadSize>;

export const ARCHIVE_STATUSES = ['queued', 'packing', 'ready', 'failed', 'expired'] as const;
export const archiveStatus = z.enum(ARCHIVE_STATUSES);
export type ArchiveStatus = z.infer<typeof archiveStatus>;

/** `packing → waiting`: the job crashed or timed out, and another one resumes. */
export const ARCHIVE_TRANSITIONS: Transitions<ArchiveStatus> = {
  queued: ['packing', 'failed'],
  packing: ['queued', 'ready', 'failed'],
  ready: ['expired'],
  failed: [],
  expired: [],
};

/** Retention of an archive, in milliseconds: 7 days (issue: downloads). */
export const ARCHIVE_MS = WEEK_MS;
/** Maximum bytes of one part: below 4 GiB, the limit of FAT32 and of old zip programs. */
export const MAX_ARCHIVE_PART_BYTES = 4 * 1024 ** 3 - 1;
/** Largest archive that is packed within the request; both limits apply. */
export const SMALL_ARCHIVE = { photos: 40, bytes: 50 * 1024 ** 2 } as const;

/** Four to eight digits: easy to type on a phone and to share in a message. */
export const downloadPin = z.string().regex(/^\d{4,8}$/);

/** Limits of a phone's share sheet for one call (issue: 10 files, 50 MB). */
export const SHARE_BATCH = { files: 10, bytes: 50 * 1024 ** 2 } as const;
