/*
 * Pages that few visitors of a gallery ever see. They are loaded when one of them is shown, so that the gallery's own
 * first script stays small (design/quality.md, bar 12).
 */
export { ClosedPage } from './closed-page.tsx';
export { ContactList } from './contact-list.tsx';
export { createInvitation, takeInvitationToken as takeToken } from './invitation.ts';
export { InvitePage } from './invite-page.tsx';
export { NotFoundPage } from './not-found-page.tsx';
export { PasswordPage } from './password-page.tsx';
export { StudioRoute } from './studio-route.tsx';
