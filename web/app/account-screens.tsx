/* Screens of people without a studio, and of those who have just come: few visits need them. */
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { CodePage } from '#web/features/auth/code-page.tsx';
import { ResetPasswordPage } from '#web/features/auth/reset-password-page.tsx';
import { invitedHref } from '#web/features/auth/sign-in-address.ts';
import { NewAccountPage } from '#web/features/settings/new-account-page.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { InviteError } from '#web/features/team/invite-details.tsx';
import { InvitedPage } from '#web/features/team/invited-page.tsx';
import { JoinPage } from '#web/features/team/join-page.tsx';
import { OwnInvites, useOwnInvites } from '#web/features/team/own-invites.tsx';
import { useInvite } from '#web/features/team/use-invite.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { LeftAccountBanner } from './banners.tsx';
import { Brand } from './brand.tsx';
import { LandingBrand } from './product-name.tsx';
import { RequireAuth } from './route-guard.tsx';
import { NoAccountActions } from './security-screens.tsx';
import { useSignOutWithoutAccount } from './use-sign-out.tsx';

export { AccountDeletedScreen, NoAccountSecurityScreen } from './security-screens.tsx';

const brand = <Brand />;

export function NewAccount() {
  const { session } = useAuth();
  const navigate = useNavigate();
  const goHome = () => void navigate(paths.home, { replace: true });
  const { isKnown, ...own } = useOwnInvites();
  const invites = isKnown ? (
    <>
      <LeftAccountBanner />
      <OwnInvites {...own} onJoined={goHome} />
    </>
  ) : null;
  // The key remounts the screen for another person.
  return (
    <NewAccountPage
      key={session?.user.id}
      brand={brand}
      before={invites}
      footer={<NoAccountActions />}
      onDone={goHome}
    />
  );
}

export function ResetPassword() {
  const { t } = useTranslation('auth');
  const { session } = useAuth();
  const signOut = useSignOutWithoutAccount();
  const navigate = useNavigate();
  const toast = useToast();
  const onDone = () => {
    toast({ title: t('reset.done') });
    void navigate(paths.home, { replace: true });
  };
  return (
    <ResetPasswordPage
      brand={brand}
      code={<CodePage brand={brand} onSignOut={signOut} />}
      onDone={onDone}
      onSignIn={() => void navigate(session ? paths.home : paths.auth)}
    />
  );
}

/** Shows an invitation to everybody; accepting it needs a complete sign-in (MFA, new password). */
export function JoinGuard() {
  const { loading, session } = useAuth();
  if (loading || session) return <RequireAuth />;
  return <Invited />;
}

/** The invitation for a person who has signed out here; otherwise the server renders it. */
function Invited() {
  const { inviteId = '' } = useParams();
  const { pathname } = useLocation();
  const { invite, reload } = useInvite(inviteId);
  const landing = <LandingBrand />;
  if (invite.state === 'loading') return <SpinnerPage />;
  if (invite.state === 'failed') return <InviteError brand={landing} code={invite.code} onRetry={reload} />;
  return <InvitedPage brand={landing} invite={invite.look} path={pathname} authHref={invitedHref} />;
}

export function Join() {
  return <JoinPage brand={brand} onSignOut={useSignOutWithoutAccount()} />;
}
