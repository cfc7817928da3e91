import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { InviteDetails } from './invite-details.tsx';
import type { InvitePreview } from './use-invite.ts';

interface InvitedPageProps {
  brand: ReactNode;
  invite: InvitePreview;
  /** Path of the invitation, to which signing in leads back. */
  path: string;
  /** Returns the path of sign-in or sign-up with the email filled in; continues to the path `next`. */
  authHref: (mode: 'signin' | 'signup', email: string, next: string) => string;
}

/**
 * Invitation page for visitors who are not signed in: sign in or sign up to join. The server renders it, and it needs no
 * script: its links open other documents.
 */
export function InvitedPage({ brand, invite, path, authHref }: InvitedPageProps) {
  const { t } = useTranslation('team');
  const { studio, email } = invite;
  return (
    <NarrowPage brand={brand} title={t('join.title', { studio })} intro={<InviteDetails look={invite} />}>
      <p className="wrap-anywhere text-soft">
        <span className="block font-medium text-ink">{t('join.for', { email })}</span>
        {t('join.ways')}
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={authHref('signup', email, path)} className={buttonClass({ variant: 'primary' })}>
          {t('join.signUp')}
        </a>
        <a href={authHref('signin', email, path)} className={buttonClass()}>
          {t('join.signIn')}
        </a>
      </div>
    </NarrowPage>
  );
}
