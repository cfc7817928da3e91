/* Screens of people without a studio, and of those who have just come: few visits need them. */
import { useLocation, useNavigate, useParams } from 'react-router-dom';
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
  const signOut = useSignOutWithoutAccount();
  return <ResetPasswordPage brand={brand} onSignOut={signOut} />;
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
