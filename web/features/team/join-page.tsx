import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { InviteDetails } from './invite-facts.tsx';
import { InviteError } from './invite-failed.tsx';
import { OtherPerson } from './other-person.tsx';
import { useInvite, type InvitePreview } from './use-invite.ts';
import { useJoin } from './use-join.ts';

interface JoinPageProps {
  brand: ReactNode;
  home: string;
  onSignOut: () => Promise<void>;
}

/** Where an invitation's mail leads somebody who is signed in: to join, or not. */
export function JoinPage({ brand, home, onSignOut }: JoinPageProps) {
  const { inviteId = '' } = useParams();
  const own = useAuth().session?.user.email ?? '';
  const { invite, reload } = useInvite(inviteId);
  if (invite.state === 'loading') return <SpinnerPage />;
  if (invite.state === 'failed') return <InviteError brand={brand} home={home} code={invite.code} onRetry={reload} />;
  const { look: invitePreview } = invite;
  if (invitePreview.email.toLowerCase() !== own.toLowerCase()) {
    return <OtherPerson brand={brand} home={home} invited={invitePreview.email} own={own} onSignOut={onSignOut} />;
  }
  return <Answer brand={brand} home={home} inviteId={inviteId} invitePreview={invitePreview} />;
}

interface AnswerProps {
  brand: ReactNode;
  home: string;
  inviteId: string;
  invitePreview: InvitePreview;
}

function Answer({ brand, home, inviteId, invitePreview }: AnswerProps) {
  const { t } = useTranslation(['team', 'errors']);
  const navigate = useNavigate();
  const { join, decline, busy, failure } = useJoin(inviteId);
  const [asking, setAsking] = useState(false);
  const [declined, setDeclined] = useState(false);
  const { studio } = invitePreview;
  const accept = async () => {
    if (await join()) await navigate(home, { replace: true });
  };
  const refuse = async () => {
    if (await decline()) setDeclined(true);
    setAsking(false);
  };
  if (declined) {
    return (
      <NarrowPage brand={brand} title={t('join.declined.title')} intro={t('join.declined.text', { studio })}>
        <Link to={home} className={buttonClass()}>
          {t('join.declined.act')}
        </Link>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage brand={brand} title={t('join.title', { studio })} intro={<InviteDetails look={invitePreview} />}>
      {failure && (
        <Banner tone="danger">{t(`errors:${failure as 'unknown'}`, { defaultValue: t('errors:unknown') })}</Banner>
      )}
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
        onConfirm={() => void refuse()}
      />
    </NarrowPage>
  );
}
