import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { PasswordStrength } from '#web/features/auth/password-strength.tsx';
import { AccountDeletedPage } from '#web/features/security/account-deleted-page.tsx';
import { deletionSummary } from '#web/features/security/deletion-summary.ts';
import { SecurityPage } from '#web/features/security/security-page.tsx';
import { storedAccount } from '#web/lib/accounts/account-storage.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { Brand } from './brand.tsx';
import { LandingBrand } from './product-name.tsx';
import { SettingsTabs } from './tabs.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

export function SecurityScreen() {
  return <Security tabs={<SettingsTabs />} />;
}

/** The security screen for a person without a studio. */
export function NoAccountSecurityScreen() {
  return (
    <div className="px-4 pt-4 pb-16 md:px-8 xl:px-12">
      <Brand />
      <main id="content" tabIndex={-1} className="outline-none">
        <Security />
      </main>
    </div>
  );
}

/** Actions for a person without a studio, who has no menu. */
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
      // Leave before the session ends: without one, every screen of the studio redirects to the sign-in. In a transition,
      // this screen would stay until the script of the next one has arrived.
      onRemoved={(summary) => void navigate(paths.goodbye, { replace: true, state: summary, flushSync: true })}
    />
  );
}

/** Outside of every guard that needs a session, so that it can sign this device out after the account is deleted. */
export function AccountDeletedScreen() {
  const summary = deletionSummary.safeParse(useLocation().state).data ?? null;
  const { session } = useAuth();
  const userId = summary?.userId;
  const signOut = useSignOutWithoutAccount(userId);
  // Signs out only the deleted account, not a user who returns to this page by the history. A rejected request may have
  // ended the session first: then what the device stores tells whose it is.
  const isGone = userId !== undefined && (session ? session.user.id === userId : storedAccount(userId) !== null);
  useEffect(() => {
    if (isGone) void signOut();
  }, [isGone, signOut]);
  return <AccountDeletedPage brand={<LandingBrand />} summary={summary} beginning={paths.auth} />;
}
