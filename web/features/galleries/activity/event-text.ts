import type { DownloadSize } from '#core/domain/archives.ts';
import type { GalleryEventKind } from '#core/domain/galleries.ts';

/** What the timeline can be narrowed down to. */
export const ACTIVITY_FILTERS = ['all', 'visits', 'downloads', 'invitations', 'status'] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];

const FILTER_OF: Record<GalleryEventKind, Exclude<ActivityFilter, 'all'>> = {
  opened: 'visits',
  viewed: 'visits',
  downloaded: 'downloads',
  invited: 'invitations',
  accepted: 'invitations',
  revoked: 'invitations',
  published: 'status',
  hidden: 'status',
};

export interface ActivityEvent {
  id: string;
  kind: GalleryEventKind;
  /** Epoch milliseconds. */
  at: number;
  size: DownloadSize | null;
  photoCount: number | null;
  photo?: { filename: string } | undefined;
  grant?: { label: string; email: string } | undefined;
}

export function matchesFilter({ kind }: Pick<ActivityEvent, 'kind'>, filter: ActivityFilter): boolean {
  return filter === 'all' || FILTER_OF[kind] === filter;
}

/** Texts of `activity:said`, whose placeholders are in `Said`. */
export type EventTextKey =
  | Exclude<GalleryEventKind, 'viewed' | 'downloaded'>
  | 'viewed'
  | 'viewedPhoto'
  | `downloaded${'Photo' | 'Photos' | 'Something'}${'' | 'Web' | 'Original'}`;

export interface EventText {
  key: EventTextKey;
  photo: string;
  /** Of a download; 1 otherwise. */
  count: number;
  /** The invited person's name or address; null for whoever came without an invitation of their own. */
  who: string | null;
}

const SIZES = { web: 'Web', original: 'Original' } as const;

/** Which sentence tells an event, and what stands in it. */
export function eventText({ kind, size, photoCount, photo, grant }: ActivityEvent): EventText {
  const said = { photo: photo?.filename ?? '', count: photoCount ?? 1, who: grant ? grant.label || grant.email : null };
  if (kind === 'viewed') return { ...said, key: photo ? 'viewedPhoto' : 'viewed' };
  if (kind !== 'downloaded') return { ...said, key: kind };
  const suffix = size ? SIZES[size] : '';
  // A photo that was erased since has left no name.
  const what = photoCount !== null && photoCount > 1 ? 'Photos' : photo ? 'Photo' : 'Something';
  return { ...said, key: `downloaded${what}${suffix}` };
}
