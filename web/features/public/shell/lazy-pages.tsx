/*
 * Pages that few gallery visitors see. Loaded on demand, so that the gallery's first script stays small
 * (docs/decisions/public-pages.md).
 */
export { ClosedPage } from '../gallery/closed-page.tsx';
export { PasswordPage } from '../gallery/password-page.tsx';
export { GuestUploadRoute } from '../guest-upload/guest-upload-route.tsx';
export { createInvitation, takeInvitationToken } from '../invite/invitation.ts';
export { InvitePage } from '../invite/invite-page.tsx';
export { StudioPage, StudioRoute } from '../studio/studio-page.tsx';
export { ContactList } from './contact-list.tsx';
export { NotFoundPage } from './not-found-page.tsx';
export { createPublicApi } from './public-api.ts';
