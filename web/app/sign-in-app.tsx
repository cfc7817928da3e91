import i18next from 'i18next';
import { lazy, useDeferredValue, useEffect, useState } from 'react';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { AuthPage } from '#web/features/auth/auth-page.tsx';
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

/** True for the address of an invitation to a team. */
export const isInvitation = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.startsWith(paths.join.replace(':inviteId', ''));

interface SignInAppProps {
  begun: BegunSession;
  address: SignInAddress;
  /** On an invitation's address, which the back office shows to a person who is signed in. */
  isInvited?: boolean;
}

/** The sign-in page, and then the back office once the person is signed in. */
export function SignInApp({ begun, address, isInvited = false }: SignInAppProps) {
  const [client, setClient] = useState<AuthClient | null>(null);
  const { isSignedOut } = begun;
  useEffect(() => void begun.loadClient().then(setClient, () => {}), [begun]);
  // After the client, which a submitted form waits for.
  const isPreloading = client !== null || !isSignedOut;
  useEffect(() => {
    if (isPreloading) preloadOffice();
  }, [isPreloading]);
  return (
    <SessionRoot begun={begun} client={client}>
      {isInvited ? client ? <Office /> : <SpinnerPage /> : <SignIn start={address} isSignedOut={isSignedOut} />}
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

/** The back office, which opens at the path after signing in, or at the invitation. */
const Office = lazy(async () => {
  const [{ openOffice }] = await Promise.all([importTwice(() => import('./office.tsx')), loadTexts()]);
  if (!isInvitation(location)) history.replaceState(null, '', readSignInAddress(location).next);
  return { default: openOffice() };
});

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
