import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { CodePage } from './code-page.tsx';
import { FailedLinkPage } from './failed-link-page.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface ResetPasswordPageProps {
  brand: ReactNode;
  /** Where to go with the new password. */
  home: string;
  signIn: string;
  onSignOut: () => Promise<void>;
}

/** Target of the recovery mail: the link has signed the person in, and they choose a new password. */
export function ResetPasswordPage({ brand, home, signIn, onSignOut }: ResetPasswordPageProps) {
  const { t } = useTranslation('auth');
  const { loading, session, mfaRequired, forgetFailure } = useAuth();
  const navigate = useNavigate();
  const [isStale, setStale] = useState(false);
  if (loading) return <SpinnerPage />;
  if (!session) {
    const onSignIn = () => {
      forgetFailure();
      void navigate(signIn);
    };
    return <FailedLinkPage brand={brand} kind="forgot" next={home} email="" onSignIn={onSignIn} />;
  }
  // The service changes no password before it.
  if (mfaRequired) return <CodePage brand={brand} onSignOut={onSignOut} />;
  const email = session.user.email ?? '';
  // Whoever came here without the mail, and signed in long ago: its link signs in anew.
  if (isStale) {
    const onBack = () => void navigate(home);
    return <FailedLinkPage brand={brand} kind="forgot" next={home} email={email} onSignIn={onBack} />;
  }
  return (
    <NarrowPage brand={brand} title={t('reset.title')} intro={t('reset.intro', { email })}>
      <NewPasswordForm
        email={email}
        onDone={() => void navigate(home, { replace: true })}
        onStale={() => setStale(true)}
      />
    </NarrowPage>
  );
}
