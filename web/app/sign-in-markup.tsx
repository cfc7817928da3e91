import type { AuthMode } from '#web/features/auth/sign-in-address.ts';
import { paths } from '#web/lib/paths.ts';
import type { BegunSession } from './begin-session.ts';
import { SignInApp } from './sign-in-app.tsx';

/** A page load without a session, a query or a fragment. */
const BEGUN: BegunSession = {
  key: '',
  stored: null,
  redirect: { failure: null, session: false, recovery: false, returning: false },
  arriving: null,
  isSignedOut: true,
  loadClient: () => Promise.reject(new Error('The server has no auth client')),
};

/** The sign-in page as the server renders it and its script first does. */
export function SignInMarkup({ mode }: { mode: AuthMode }) {
  return <SignInApp begun={BEGUN} address={{ mode, email: '', next: paths.home, link: 'link', provider: undefined }} />;
}
