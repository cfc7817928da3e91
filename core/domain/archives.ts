import { z } from 'zod';
import type { Transitions } from './transitions.ts';

export const DOWNLOAD_SIZES = ['original', 'web'] as const;
export const downloadSize = z.enum(DOWNLOAD_SIZES);
export type DownloadSize = z.infer<typeof downloadSize>;

export const ARCHIVE_STATUSES = ['queued', 'packing', 'ready', 'failed', 'expired'] as const;
export const archiveStatus = z.enum(ARCHIVE_STATUSES);
export type ArchiveStatus = z.infer<typeof archiveStatus>;

/** `packing → waiting`: its job died, or ran out of time, and another goes on. */
export const ARCHIVE_TRANSITIONS: Transitions<ArchiveStatus> = {
  queued: ['packing', 'failed'],
  packing: ['queued', 'ready', 'failed'],
  ready: ['expired'],
  failed: [],
  expired: [],
};

/** A prepared archive is gone after 7 days (issue: downloads). */
export const ARCHIVE_MS = 7 * 24 * 60 * 60 * 1000;
/** One file of an archive is below 4 GiB, beyond which old programs and FAT32 cannot read it. */
export const MAX_ARCHIVE_PART_BYTES = 4 * 1024 ** 3 - 1;
/** Up to here an archive is packed while the visitor waits; both bounds hold. */
export const SMALL_ARCHIVE = { photos: 40, bytes: 50 * 1024 ** 2 } as const;

/** Four to eight digits: typed on a phone, told in a message. */
export const downloadPin = z.string().regex(/^\d{4,8}$/);

/** What the share sheet of a phone takes at once (issue: 10 files, 50 MB). */
export const SHARE_BATCH = { files: 10, bytes: 50 * 1024 ** 2 } as const;
