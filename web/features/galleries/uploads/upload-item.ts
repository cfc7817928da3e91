/** `refused` is final; `failed` can be tried again. */
export type UploadState = 'waiting' | 'uploading' | 'completing' | 'done' | 'failed' | 'refused';

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
  sentBytes: number;
  totalBytes: number;
}

const PENDING: readonly UploadState[] = ['waiting', 'uploading', 'completing'];

export const isPending = (item: UploadItem): boolean => PENDING.includes(item.state);

/** All in one: files that were refused at the door count as failed, and their bytes not at all. */
export function summarise(items: Iterable<UploadItem>): UploadSummary {
  const summary = { total: 0, done: 0, failed: 0, pending: 0, sentBytes: 0, totalBytes: 0 };
  for (const item of items) {
    summary.total += 1;
    if (item.state === 'done') summary.done += 1;
    if (isPending(item)) summary.pending += 1;
    if (item.state === 'failed' || item.state === 'refused') summary.failed += 1;
    if (item.state === 'refused') continue;
    summary.totalBytes += item.size;
    summary.sentBytes += item.state === 'done' || item.state === 'completing' ? item.size : item.sent;
  }
  return summary;
}

const RANK: Record<UploadState, number> = { failed: 0, refused: 0, uploading: 1, completing: 2, waiting: 3, done: 4 };

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
  retry: (photoId: string) => void;
  retryAll: () => void;
  cancel: (photoId: string) => void;
  cancelAll: () => void;
  clear: () => void;
}
