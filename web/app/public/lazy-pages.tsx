/*
 * Pages that few gallery visitors see. Loaded on demand, so that the gallery's first script stays small
 * (docs/decisions/public-pages.md).
 */
export { ClosedPage } from '#web/features/public/gallery/closed-page.tsx';
export { forgetOffline } from '#web/features/public/gallery/forget-offline.ts';
export { PasswordPage } from '#web/features/public/gallery/password-page.tsx';
export { GuestUploadRoute } from '#web/features/public/guest-upload/guest-upload-route.tsx';
export { Invitation, takeInvitationToken } from '#web/features/public/invite/invitation.ts';
export { InvitePage } from '#web/features/public/invite/invite-page.tsx';
export { StudioPage, StudioRoute } from '#web/features/public/studio/studio-page.tsx';
export { ContactList } from '#web/features/public/shell/contact-list.tsx';
export { NotFoundPage } from '#web/features/public/shell/not-found-page.tsx';
export { createPublicApi } from '#web/features/public/shell/public-api.ts';
