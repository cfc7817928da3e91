/*
 * Pages that few visitors of a gallery ever see. They are loaded when one of them is shown, so that the gallery's own
 * first script stays small (design/quality.md, bar 12).
 */
export { ClosedPage } from '../gallery/closed-page.tsx';
export { PasswordPage } from '../gallery/password-page.tsx';
export { createInvitation, takeInvitationToken } from '../invite/invitation.ts';
export { InvitePage } from '../invite/invite-page.tsx';
export { StudioRoute } from '../studio/studio-page.tsx';
export { ContactList } from './contact-list.tsx';
export { NotFoundPage } from './not-found-page.tsx';
