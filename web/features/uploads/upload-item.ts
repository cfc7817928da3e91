import type { ResumableUpload } from './resumable-uploads.ts';

/**
 * `refused` is final; `failed` can be tried again; `paused` waits for the person, and so does a `duplicate`, which
 * becomes `skipped` when it is not wanted.
 */
export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'completing'
  | 'paused'
  | 'duplicate'
  | 'done'
  | 'skipped'
  | 'failed'
  | 'refused';

export interface UploadItem {
  photoId: string;
  galleryId: string;
  /** The file's own name. */
  filename: string;
  /** Bytes. */
  size: number;
  /** Bytes that have arrived. */
  sent: number;
  state: UploadState;
  /** Why it failed or was refused: a code of `errors:`. */
  code: string | null;
  /** The name of the photo of the gallery that has the same content. */
  sameAs?: string;
  /** A new original for the photo `photoId`, which is shown as it was until this one was read. */
  replaces?: true;
}

export interface UploadSummary {
  /** Without the skipped. */
  total: number;
  done: number;
  failed: number;
  /** Still on their way. */
  pending: number;
  paused: number;
  /** The gallery has them already, and nobody has said yet what is to be done. */
  duplicates: number;
  skipped: number;
  /** What leaving the window would lose: on their way, paused, asked about, or failed for now. */
  unfinished: number;
  sentBytes: number;
  totalBytes: number;
  /** Of those on their way: what time left is reckoned from. */
  pendingBytes: number;
}

const PENDING: readonly UploadState[] = ['waiting', 'uploading', 'completing'];

export const isPending = ({ state }: UploadItem): boolean => PENDING.includes(state);
/** What can be paused: the bytes of the others are there already. */
export const isSending = ({ state }: UploadItem): boolean => state === 'waiting' || state === 'uploading';
export const isPaused = ({ state }: UploadItem): boolean => state === 'paused';
export const isDuplicate = ({ state }: UploadItem): boolean => state === 'duplicate';
/** Nothing more happens to it. */
export const isFinished = ({ state }: UploadItem): boolean => ['done', 'skipped', 'refused'].includes(state);
export const isFailed = ({ state }: UploadItem): boolean => state === 'failed';

/** All in one: files that were refused at the door count as failed. The bytes are those that are to be sent. */
export function summarise(items: Iterable<UploadItem>): UploadSummary {
  const counts = { total: 0, done: 0, failed: 0, pending: 0, paused: 0, duplicates: 0, skipped: 0, unfinished: 0 };
  const bytes = { sentBytes: 0, totalBytes: 0, pendingBytes: 0 };
  for (const item of items) {
    if (item.state === 'skipped') counts.skipped += 1;
    else counts.total += 1;
    if (item.state === 'done') counts.done += 1;
    if (isPending(item)) counts.pending += 1;
    if (isPaused(item)) counts.paused += 1;
    if (isFailed(item) || item.state === 'refused') counts.failed += 1;
    if (isDuplicate(item)) counts.duplicates += 1;
    if (!isFinished(item)) counts.unfinished += 1;
    if (isDuplicate(item) || item.state === 'skipped' || item.state === 'refused') continue;
    const sent = item.state === 'done' || item.state === 'completing' ? item.size : item.sent;
    bytes.totalBytes += item.size;
    bytes.sentBytes += sent;
    if (isPending(item)) bytes.pendingBytes += item.size - sent;
  }
  return { ...counts, ...bytes };
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
};

/** Trouble first, then what moves, then what waits; within that as they were added. */
export function sortByUrgency(items: Iterable<UploadItem>): UploadItem[] {
  return [...items].sort((a, b) => RANK[a.state] - RANK[b.state]);
}

export type DuplicateChoice = 'skip' | 'keep';

/** The uploads of this window and what can be done with them. */
export interface Uploads {
  items: ReadonlyMap<string, UploadItem>;
  summary: UploadSummary;
  /** Starts at once; what cannot be taken is listed with its reason. */
  add: (galleryId: string, files: readonly File[], unfinished?: readonly ResumableUpload[]) => void;
  /** The same files again: sends what is missing of them. */
  resumeFrom: (galleryId: string, files: readonly File[], unfinished: readonly ResumableUpload[]) => Promise<void>;
  /** Unfinished photos that nobody will send. */
  discard: (galleryId: string, unfinished: readonly ResumableUpload[]) => void;
  /** A new original for a photo; its place, its section and its address stay. */
  replace: (galleryId: string, photoId: string, file: File) => void;
  /** Parts of a large file that have arrived are not sent again; a smaller one is one PUT, and begins anew. */
  pause: (photoId: string) => void;
  pauseAll: () => void;
  resume: (photoId: string) => void;
  resumeAll: () => void;
  retry: (photoId: string) => void;
  retryAll: () => void;
  cancel: (photoId: string) => void;
  cancelAll: () => void;
  /** The answer for all duplicates that were found, and for those that will be until this batch is through. */
  resolveDuplicates: (answer: DuplicateChoice) => void;
  clear: () => void;
}
