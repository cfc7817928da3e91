import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { InviteDetails, InviteError } from './invite-details.tsx';
import { type InvitePreview, useInvite, useJoin } from './use-invite.ts';

interface OtherPersonProps {
  brand: ReactNode;
  invited: string;
  own: string;
  onSignOut: () => Promise<void>;
}

/** Says that the invitation is for another email address, and offers to sign out. */
function OtherPerson({ brand, invited, own, onSignOut }: OtherPersonProps) {
  const { t } = useTranslation('team');
  const [leaving, setLeaving] = useState(false);
  const signOut = () => {
    setLeaving(true);
    void onSignOut();
  };
  return (
    <NarrowPage
      brand={brand}
      title={t('join.other.title')}
      intro={<span className="wrap-anywhere">{t('join.other.text', { invited, own })}</span>}
    >
      <p className="wrap-anywhere text-soft">{t('join.other.next', { invited, own })}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={leaving} onClick={signOut}>
          {t('join.other.signOut')}
        </Button>
        <Link to={paths.home} className={buttonClass({ variant: 'quiet' })}>
          {t('join.other.stay')}
        </Link>
      </div>
    </NarrowPage>
  );
}

interface JoinPageProps {
  brand: ReactNode;
  onSignOut: () => Promise<void>;
}

/** Invitation page for a signed-in user: join or decline. */
export function JoinPage({ brand, onSignOut }: JoinPageProps) {
  const { inviteId = '' } = useParams();
  const own = useAuth().session?.user.email ?? '';
  const { invite, reload } = useInvite(inviteId);
  if (invite.state === 'loading') return <SpinnerPage />;
  if (invite.state === 'failed') return <InviteError brand={brand} code={invite.code} onRetry={reload} />;
  const { look: invitePreview } = invite;
  if (invitePreview.email.toLowerCase() !== own.toLowerCase()) {
    return <OtherPerson brand={brand} invited={invitePreview.email} own={own} onSignOut={onSignOut} />;
  }
  return <Answer brand={brand} inviteId={inviteId} invitePreview={invitePreview} />;
}

interface AnswerProps {
  brand: ReactNode;
  inviteId: string;
  invitePreview: InvitePreview;
}

function Answer({ brand, inviteId, invitePreview }: AnswerProps) {
  const { t } = useTranslation(['team', 'errors']);
  const navigate = useNavigate();
  const { join, decline, busy, failure } = useJoin(inviteId);
  const [asking, setAsking] = useState(false);
  const [declined, setDeclined] = useState(false);
  const { studio } = invitePreview;
  const accept = async () => {
    if (await join()) await navigate(paths.home, { replace: true });
  };
  const declineInvite = async () => {
    if (await decline()) setDeclined(true);
    setAsking(false);
  };
  if (declined) {
    return (
      <NarrowPage brand={brand} title={t('join.declined.title')} intro={t('join.declined.text', { studio })}>
        <Link to={paths.home} className={buttonClass()}>
          {t('join.declined.act')}
        </Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage brand={brand} title={t('join.title', { studio })} intro={<InviteDetails look={invitePreview} />}>
      <ErrorBanner code={failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={busy === 'join'} onClick={() => void accept()}>
          {t('join.accept', { studio })}
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t('join.decline')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('join.declineAsk.title', { studio })}
        description={t('join.declineAsk.text')}
        confirmLabel={t('join.decline')}
        loading={busy === 'decline'}
        onConfirm={() => void declineInvite()}
      />
    </NarrowPage>
  );
}
