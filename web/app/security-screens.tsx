import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { PasswordStrength } from '#web/features/auth/password-strength.tsx';
import { AccountDeletedPage } from '#web/features/security/account-deleted-page.tsx';
import { deletionSummary } from '#web/features/security/deletion-summary.ts';
import { SecurityPage } from '#web/features/security/security-page.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { Brand } from './brand.tsx';
import { SettingsTabs } from './tabs.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

export function SecurityScreen() {
  return <Security tabs={<SettingsTabs />} />;
}

/** The same for a person who belongs to no studio. */
export function NoAccountSecurityScreen() {
  return (
    <div className="px-4 pt-4 pb-16 md:px-8 xl:px-12">
      <Brand to={paths.home} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Security />
      </main>
    </div>
  );
}

/** What a person can do for whom there is no studio, and no menu. */
export function NoAccountActions() {
  const { t } = useTranslation(['common', 'security']);
  const signOut = useSignOutWithoutAccount();
  return (
    <div className="-ml-4 flex flex-wrap gap-2">
      <Link to={paths.security} className={buttonClass({ variant: 'quiet' })}>
        {t('security:title')}
      </Link>
      <Button variant="quiet" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </div>
  );
}

function Security({ tabs }: { tabs?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <SecurityPage
      tabs={tabs}
      strength={(password, hints) => <PasswordStrength password={password} hints={hints} />}
      // Before the session is given up: without one, every screen of the studio leads to signing in.
      onRemoved={(told) => void navigate(paths.goodbye, { replace: true, state: told })}
    />
  );
}

/** Outside of everything that wants somebody signed in, so that this device can forget the person whose account is gone. */
export function AccountDeletedScreen() {
  const told = deletionSummary.safeParse(useLocation().state).data ?? null;
  const { session } = useAuth();
  const signOut = useSignOutWithoutAccount();
  // Not whoever goes back in the history to this page later.
  const isGone = told !== null && session?.user.id === told.userId;
  useEffect(() => {
    if (isGone) void signOut();
  }, [isGone, signOut]);
  return <AccountDeletedPage brand={<Brand to={paths.home} />} summary={told} beginning={paths.auth} />;
}
