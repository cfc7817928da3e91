import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PasswordStrength } from '#web/features/auth/password-strength.tsx';
import { farewell } from '#web/features/security/removal/farewell.ts';
import { GoodbyePage } from '#web/features/security/removal/goodbye-page.tsx';
import { SecurityPage } from '#web/features/security/security-page.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { Brand } from './brand.tsx';
import { paths } from './paths.ts';
import { SettingsTabs } from './settings-tabs.tsx';
import { useSignOutOutside } from './use-sign-out.ts';

export function SecurityScreen() {
  const navigate = useNavigate();
  return (
    <SecurityPage
      tabs={<SettingsTabs />}
      strength={(password, hints) => <PasswordStrength password={password} hints={hints} />}
      // Before the session is given up: without one, every screen of the studio leads to signing in.
      onRemoved={(told) => void navigate(paths.goodbye, { replace: true, state: told })}
    />
  );
}

/** Outside of everything that wants somebody signed in, so that this device can forget the person whose account is gone. */
export function GoodbyeScreen() {
  const told = farewell.safeParse(useLocation().state).data ?? null;
  const { session } = useAuth();
  const signOut = useSignOutOutside();
  // Not whoever goes back in the history to this page later.
  const isGone = told !== null && session?.user.id === told.userId;
  useEffect(() => {
    if (isGone) void signOut();
  }, [isGone, signOut]);
  return <GoodbyePage brand={<Brand to={paths.home} />} told={told} beginning={paths.auth} />;
}
