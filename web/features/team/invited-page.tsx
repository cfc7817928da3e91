import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { InviteDetails, InviteError } from './invite-details.tsx';
import { useInvite } from './use-invite.ts';

interface InvitedPageProps {
  brand: ReactNode;
  /** Returns the path of sign-in or sign-up with the email filled in; continues to the path `next`. */
  authHref: (mode: 'signin' | 'signup', email: string, next: string) => string;
}

/** Invitation page for visitors who are not signed in: sign in or sign up to join. */
export function InvitedPage({ brand, authHref }: InvitedPageProps) {
  const { t } = useTranslation('team');
  const { inviteId = '' } = useParams();
  const { pathname } = useLocation();
  const { invite, reload } = useInvite(inviteId);
  if (invite.state === 'loading') return <SpinnerPage />;
  if (invite.state === 'failed') return <InviteError brand={brand} code={invite.code} onRetry={reload} />;
  const { studio, email } = invite.look;
  return (
    <NarrowPage brand={brand} title={t('join.title', { studio })} intro={<InviteDetails look={invite.look} />}>
      <p className="wrap-anywhere text-soft">
        <span className="block font-medium text-ink">{t('join.for', { email })}</span>
        {t('join.ways')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={authHref('signup', email, pathname)} className={buttonClass({ variant: 'primary' })}>
          {t('join.signUp')}
        </Link>
        <Link to={authHref('signin', email, pathname)} className={buttonClass()}>
          {t('join.signIn')}
        </Link>
      </div>
    </NarrowPage>
  );
}
