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
