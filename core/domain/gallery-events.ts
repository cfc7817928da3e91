/** What can happen to a gallery that its studio may want to know; the CHECK of `gallery_events.kind` has the same. */
export type GalleryEventKind =
  | 'opened'
  | 'viewed'
  | 'downloaded'
  | 'invited'
  | 'accepted'
  | 'revoked'
  | 'published'
  | 'hidden';

/** Those that clients do; the others are the studio's own. A visit is `opened` at first and `viewed` from then on. */
export const CLIENT_EVENT_KINDS = ['opened', 'viewed', 'downloaded', 'accepted'] as const satisfies GalleryEventKind[];
