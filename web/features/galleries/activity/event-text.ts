import type { GalleryEvent } from '#core/api/galleries.ts';
import type { GalleryEventKind } from '#core/domain/galleries/galleries.ts';

/** Filters of the timeline. */
export const ACTIVITY_FILTERS = ['all', 'visits', 'downloads', 'choices', 'invitations', 'status'] as const;
export type ActivityFilter = (typeof ACTIVITY_FILTERS)[number];

const FILTER_OF: Record<GalleryEventKind, Exclude<ActivityFilter, 'all'>> = {
  opened: 'visits',
  viewed: 'visits',
  downloaded: 'downloads',
  submitted: 'choices',
  commented: 'choices',
  invited: 'invitations',
  accepted: 'invitations',
  revoked: 'invitations',
  published: 'status',
  hidden: 'status',
};

export function matchesFilter({ kind }: Pick<GalleryEvent, 'kind'>, filter: ActivityFilter): boolean {
  return filter === 'all' || FILTER_OF[kind] === filter;
}

/** Keys of `activity:said`; the placeholders are in `Said`. */
type EventTextKey =
  | Exclude<GalleryEventKind, 'viewed' | 'downloaded'>
  | 'viewed'
  | 'viewedPhoto'
  | 'commentedPhoto'
  | `downloaded${'Photo' | 'Photos' | 'Something'}${'' | 'Web' | 'Original'}`;

interface EventText {
  key: EventTextKey;
  photo: string;
  /** Photos of a download or selection; 1 otherwise. */
  count: number;
  /** Name or address of the invited person; null for a visitor without an invitation. */
  who: string | null;
}

const SIZES = { web: 'Web', original: 'Original' } as const;

/** Returns the text key and placeholders of an event. */
export function eventText({ kind, size, photoCount, photo, grant }: GalleryEvent): EventText {
  const values = {
    photo: photo?.filename ?? '',
    count: photoCount ?? 1,
    who: grant ? grant.label || grant.email : null,
  };
  if (kind === 'viewed') return { ...values, key: photo ? 'viewedPhoto' : 'viewed' };
  if (kind === 'commented') return { ...values, key: photo ? 'commentedPhoto' : 'commented' };
  if (kind !== 'downloaded') return { ...values, key: kind };
  const suffix = size ? SIZES[size] : '';
  // An erased photo has no name.
  const what = photoCount !== null && photoCount > 1 ? 'Photos' : photo ? 'Photo' : 'Something';
  return { ...values, key: `downloaded${what}${suffix}` };
}
