/** `refused` is final; `failed` can be tried again; `paused` waits for the person. */
export type UploadState = 'waiting' | 'uploading' | 'completing' | 'paused' | 'done' | 'failed' | 'refused';

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
}

export interface UploadSummary {
  total: number;
  done: number;
  failed: number;
  /** Still on their way. */
  pending: number;
  paused: number;
  /** What leaving the window would lose: on their way, paused, or failed for now. */
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
export const isFailed = ({ state }: UploadItem): boolean => state === 'failed';

/** All in one: files that were refused at the door count as failed, and their bytes not at all. */
export function summarise(items: Iterable<UploadItem>): UploadSummary {
  const counts = { total: 0, done: 0, failed: 0, pending: 0, paused: 0, unfinished: 0 };
  const bytes = { sentBytes: 0, totalBytes: 0, pendingBytes: 0 };
  for (const item of items) {
    counts.total += 1;
    if (item.state === 'done') counts.done += 1;
    if (isPending(item)) counts.pending += 1;
    if (isPaused(item)) counts.paused += 1;
    if (isFailed(item) || item.state === 'refused') counts.failed += 1;
    if (isPending(item) || isPaused(item) || isFailed(item)) counts.unfinished += 1;
    if (item.state === 'refused') continue;
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
  uploading: 1,
  completing: 2,
  paused: 3,
  waiting: 4,
  done: 5,
};

/** Trouble first, then what moves, then what waits; within that as they were added. */
export function byUrgency(items: Iterable<UploadItem>): UploadItem[] {
  return [...items].sort((a, b) => RANK[a.state] - RANK[b.state]);
}

/** The uploads of this window and what can be done with them. */
export interface Uploads {
  items: ReadonlyMap<string, UploadItem>;
  summary: UploadSummary;
  /** Starts at once; what cannot be taken is listed with its reason. */
  add: (galleryId: string, files: readonly File[]) => void;
  /** A file is one PUT: what had arrived of it when it was paused is sent again. */
  pause: (photoId: string) => void;
  pauseAll: () => void;
  resume: (photoId: string) => void;
  resumeAll: () => void;
  retry: (photoId: string) => void;
  retryAll: () => void;
  cancel: (photoId: string) => void;
  cancelAll: () => void;
  clear: () => void;
}
