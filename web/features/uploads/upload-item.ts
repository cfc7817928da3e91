import type { PhotoFailure, PhotoStatus } from '#core/domain/photos/photos.ts';
import type { Playback } from '#core/domain/photos/videos.ts';

/**
 * State of an upload. `refused` is final; `failed` can be retried; `paused` waits for the user. A `duplicate` also
 * waits for the user, and becomes `skipped` if the user does not want it. `left_out` is a file that is no photo, such
 * as a sidecar of a raw converter in a dropped folder.
 */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'completing'
  | 'paused'
  | 'duplicate'
  | 'done'
  | 'skipped'
  | 'left_out'
  | 'failed'
  | 'refused';

export interface UploadItem {
  photoId: string;
  galleryId: string;
  /** File name as chosen. */
  filename: string;
  /** File size in bytes. */
  size: number;
  /** Sent bytes. */
  sent: number;
  state: UploadState;
  /** Reason of a failure or refusal: a code of `errors:`. */
  code: string | null;
  /** How widely a video plays; known before it is sent. */
  playback?: Playback;
  /** File name of the gallery's photo with the same content. */
  sameAs?: string;
  /**
   * True if this is a new original for the photo `photoId`. The previous one is shown until the new one is processed.
   */
  replaces?: true;
}

/** A registered photo whose file is not completely uploaded. */
export interface ResumableUpload {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
}

export interface UploadSummary {
  /** Number of files to upload: without those that are skipped, left out or refused. */
  total: number;
  done: number;
  /** Number of files that failed or were refused. */
  failed: number;
  /** Number of files waiting, uploading or completing. */
  pending: number;
  paused: number;
  /** Number of files that the gallery has already and that wait for the user's choice. */
  duplicates: number;
  skipped: number;
  leftOut: number;
  /** Number of videos that do not play everywhere. */
  hinted: number;
  /** Number of files lost if the window closes: pending, paused, duplicate without an answer, or failed for now. */
  unfinished: number;
  sentBytes: number;
  totalBytes: number;
  /** Bytes left of the pending files, for the remaining time. */
  pendingBytes: number;
}

const PENDING: readonly UploadState[] = ['waiting', 'uploading', 'completing'];

export const isPending = ({ state }: UploadItem): boolean => PENDING.includes(state);
/** Returns true if the file can be paused: its bytes are not completely stored. */
export const isSending = ({ state }: UploadItem): boolean => state === 'waiting' || state === 'uploading';
export const isPaused = ({ state }: UploadItem): boolean => state === 'paused';
export const isDuplicate = ({ state }: UploadItem): boolean => state === 'duplicate';
/** Returns true in a final state. */
export const isFinished = ({ state }: UploadItem): boolean =>
  ['done', 'skipped', 'left_out', 'refused'].includes(state);
/** Returns true if nothing of the file is sent any more, and nothing was stored. */
const isUnsent = (item: UploadItem): boolean => isFinished(item) && item.state !== 'done';
export const isFailed = ({ state }: UploadItem): boolean => state === 'failed';

/**
 * Returns the uploads as they turned out: a file that arrived, and then could not be read as a photo, is refused.
 * @param photos photos of the uploads, as far as they are known
 */
export function withUnreadable(
  items: Iterable<UploadItem>,
  photos: Iterable<{ id: string; status: PhotoStatus; failureReason?: PhotoFailure | null | undefined }>,
): UploadItem[] {
  const unreadable = new Map([...photos].filter(({ status }) => status === 'failed').map((photo) => [photo.id, photo]));
  return [...items].map((item) => {
    const photo = item.state === 'done' && !item.replaces ? unreadable.get(item.photoId) : undefined;
    return photo ? { ...item, state: 'refused', code: photo.failureReason ?? 'corrupt' } : item;
  });
}

/** Summarises all items. Bytes include only files to send. */
export function summarise(items: Iterable<UploadItem>): UploadSummary {
  const counts = { total: 0, done: 0, failed: 0, pending: 0, paused: 0, duplicates: 0, unfinished: 0 };
  const left = { skipped: 0, leftOut: 0, hinted: 0 };
  const bytes = { sentBytes: 0, totalBytes: 0, pendingBytes: 0 };
  for (const item of items) {
    if (item.state === 'skipped') left.skipped += 1;
    if (item.state === 'left_out') left.leftOut += 1;
    if ((item.playback ?? 'everywhere') !== 'everywhere') left.hinted += 1;
    if (!isUnsent(item)) counts.total += 1;
    if (item.state === 'done') counts.done += 1;
    if (isPending(item)) counts.pending += 1;
    if (isPaused(item)) counts.paused += 1;
    if (isFailed(item) || item.state === 'refused') counts.failed += 1;
    if (isDuplicate(item)) counts.duplicates += 1;
    if (!isFinished(item)) counts.unfinished += 1;
    if (isDuplicate(item) || isUnsent(item)) continue;
    const sent = item.state === 'done' || item.state === 'completing' ? item.size : item.sent;
    bytes.totalBytes += item.size;
    bytes.sentBytes += sent;
    if (isPending(item)) bytes.pendingBytes += item.size - sent;
  }
  return { ...counts, ...left, ...bytes };
}

/** Returns true if every file was uploaded: no failure, question, hint or file that was left out remains to be read. */
export function isAllDone({
  done,
  failed,
  pending,
  paused,
  duplicates,
  skipped,
  leftOut,
  hinted,
}: UploadSummary): boolean {
  return done > 0 && failed + pending + paused + duplicates + skipped + leftOut + hinted === 0;
}

const RANK: Record<UploadState, number> = {
  failed: 0,
  refused: 0,
  duplicate: 1,
  uploading: 2,
  completing: 3,
  paused: 4,
  waiting: 5,
  done: 6,
  skipped: 7,
  left_out: 8,
};

/** Sorts failures first, then active, then waiting files; within a state in the order they were added. */
export function sortByUrgency(items: Iterable<UploadItem>): UploadItem[] {
  return [...items].sort((a, b) => RANK[a.state] - RANK[b.state]);
}

export type DuplicateChoice = 'skip' | 'keep';

/** Uploads of this window and their actions. */
export interface Uploads {
  items: ReadonlyMap<string, UploadItem>;
  summary: UploadSummary;
  /** Starts the uploads immediately. Lists rejected files with the reason. */
  add: (
    galleryId: string,
    files: readonly File[],
    unfinished?: readonly ResumableUpload[],
    sectionOf?: (file: File) => string | undefined,
  ) => void;
  /** Takes the same files again and sends their missing parts. */
  resumeFrom: (galleryId: string, files: readonly File[], unfinished: readonly ResumableUpload[]) => Promise<void>;
  /** Deletes unfinished photos that will not be sent. */
  discard: (galleryId: string, unfinished: readonly ResumableUpload[]) => Promise<void>;
  /** Replaces a photo's original; its position, section and URL stay. */
  replace: (galleryId: string, photoId: string, file: File) => void;
  /** Pauses an upload. Stored parts of a large file are not sent again; a smaller file is one PUT and starts again. */
  pause: (photoId: string) => void;
  pauseAll: () => void;
  resume: (photoId: string) => void;
  resumeAll: () => void;
  retry: (photoId: string) => void;
  retryAll: () => void;
  cancel: (photoId: string) => void;
  cancelAll: () => void;
  /** Answers for all duplicates found so far, and for later ones of this batch. */
  resolveDuplicates: (answer: DuplicateChoice) => void;
  clear: () => void;
}
