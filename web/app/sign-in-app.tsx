import i18next from 'i18next';
import { lazy, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
import { ResetPasswordPage } from '#web/features/auth/reset-password-page.tsx';
import {
  type AuthMode,
  readSignInAddress,
  type SignInAddress,
  signInHref,
} from '#web/features/auth/sign-in-address.ts';
import type { AuthClient } from '#web/lib/auth/auth-client.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import type { BegunSession } from './begin-session.ts';
import { paths } from '#web/lib/paths.ts';
import { NAMESPACES } from './namespaces.ts';
import { LandingBrand } from './product-name.tsx';
import { SessionRoot } from './session-root.tsx';

/** The pages of the sign-in document. */
type SignInDocumentPage = 'sign-in' | 'invitation' | 'reset';

export function pageOf({ pathname }: Pick<Location, 'pathname'>): SignInDocumentPage {
  if (pathname === paths.resetPassword) return 'reset';
  return pathname.startsWith(paths.join.replace(':inviteId', '')) ? 'invitation' : 'sign-in';
}

interface SignInAppProps {
  begun: BegunSession;
  address: SignInAddress;
  page: SignInDocumentPage;
}

/** The sign-in page, and then the back office once the person is signed in. */
export function SignInApp({ begun, address, page }: SignInAppProps) {
  const [client, setClient] = useState<AuthClient | null>(null);
  const { isSignedOut } = begun;
  useEffect(() => void begun.loadClient().then(setClient, () => {}), [begun]);
  // After the client, which a submitted form waits for; a person who is signed in sees no form but a new password's.
  const isPreloading = client !== null || (!isSignedOut && page !== 'reset');
  useEffect(() => {
    if (isPreloading) preloadOffice();
  }, [isPreloading]);
  return (
    <SessionRoot begun={begun} client={client}>
      {page === 'sign-in' && <SignIn start={address} isSignedOut={isSignedOut} />}
      {page === 'reset' && <Reset />}
      {/* The server has rendered it for a person who is signed out. */}
      {page === 'invitation' && (client ? <Office /> : <SpinnerPage />)}
    </SessionRoot>
  );
}

const loadTexts = () => i18next.loadNamespaces(NAMESPACES);

/** Loads scripts and texts of the back office, without running them, while the person types. */
function preloadOffice(): void {
  const links = document.querySelector<HTMLTemplateElement>('template#office');
  if (links) document.head.append(links.content);
  void loadTexts();
}

/** The back office, which opens at the path after signing in, or at the page's own. */
const Office = lazy(async () => {
  const [{ openOffice }] = await Promise.all([importTwice(() => import('./office.tsx')), loadTexts()]);
  if (pageOf(location) === 'sign-in') history.replaceState(null, '', readSignInAddress(location).next);
  return { default: openOffice() };
});

/** A new password, and then the back office. */
function Reset() {
  const { t } = useTranslation('auth');
  const [isDone, setDone] = useState(false);
  if (isDone) return <Office done={t('reset.done')} />;
  return (
    <ResetPasswordPage
      brand={<LandingBrand />}
      code={<Office />}
      onDone={() => {
        history.replaceState(null, '', paths.auth);
        setDone(true);
      }}
      onSignIn={() => location.assign(paths.auth)}
    />
  );
}

function SignIn({ start, isSignedOut }: { start: SignInAddress; isSignedOut: boolean }) {
  const { session } = useAuth();
  const [address, setAddress] = useState(start);
  // It stays when the session ends: its routes show the sign-in page then.
  const [isOpen, setOpen] = useState(false);
  if (session && !isOpen) setOpen(true);
  // Deferred, so that the form stays until the back office is there.
  const isShown = useDeferredValue(isOpen);
  if (isShown) return <Office />;
  // A page that was opened with a session has shown no form.
  if (session && !isSignedOut) return <SpinnerPage />;
  const onMode = (mode: AuthMode) => {
    // What filled the form has filled it.
    history.replaceState(history.state, '', signInHref(mode, { next: address.next }));
    setAddress({ ...address, mode, provider: undefined });
  };
  return <AuthPage brand={<LandingBrand />} address={address} onMode={onMode} />;
}
