import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { type AuthFailure, authFailure } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import { AuthErrorText } from './auth-error.tsx';
import { CodePage } from './code-page.tsx';
import { FailedLinkPage } from './failed-link-page.tsx';
import { PasswordStrength } from './password-strength.tsx';

const schema = z.object({ password: z.string().min(1) });

interface NewPasswordFormProps {
  /** Email address of the account. */
  email: string;
  onDone: () => void;
  /** Called if the sign-in is too old for a new password: the service requires a new one. */
  onStale: () => void;
}

function NewPasswordForm({ email, onDone, onStale }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const toast = useToast();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const fields = useFields({ password: '' });
  const form = useForm(fields, schema, async ({ password }) => {
    setFailure(null);
    const { error } = await client.updateUser({ password });
    if (error?.code === 'reauthentication_needed') return onStale();
    if (error) return setFailure(authFailure(error));
    toast({ title: t('reset.done') });
    onDone();
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      {failure && (
        <Banner tone="danger">
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      {/* Lets password managers store the password with its account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t('newPassword')}
        required
        hint={t('passwordHint')}
        error={form.error('password') && t('passwordNeeded')}
      >
        <PasswordInput autoComplete="new-password" {...form.input('password')} />
      </Field>
      <PasswordStrength password={fields.values.password} hints={[email]} />
      <Button type="submit" variant="primary" loading={form.isSubmitting}>
        {t('reset.act')}
      </Button>
    </form>
  );
}

interface ResetPasswordPageProps {
  brand: ReactNode;

  onSignOut: () => Promise<void>;
}

/** Target of the recovery mail: the link has signed the person in, and they set a new password. */
export function ResetPasswordPage({ brand, onSignOut }: ResetPasswordPageProps) {
  const { t } = useTranslation('auth');
  const { loading, session, mfaRequired, forgetFailure } = useAuth();
  const navigate = useNavigate();
  const [isStale, setStale] = useState(false);
  if (loading) return <SpinnerPage />;
  if (!session) {
    const onSignIn = () => {
      forgetFailure();
      void navigate(paths.auth);
    };
    return <FailedLinkPage brand={brand} kind="forgot" next={paths.home} email="" onSignIn={onSignIn} />;
  }
  // The service changes no password before `aal2`.
  if (mfaRequired) return <CodePage brand={brand} onSignOut={onSignOut} />;
  const email = session.user.email ?? '';
  // An old sign-in without the recovery link: offer the mail, whose link signs in again.
  if (isStale) {
    const onBack = () => void navigate(paths.home);
    return <FailedLinkPage brand={brand} kind="forgot" next={paths.home} email={email} onSignIn={onBack} />;
  }
  return (
    <NarrowPage brand={brand} title={t('reset.title')} intro={t('reset.intro', { email })}>
      <NewPasswordForm
        email={email}
        onDone={() => void navigate(paths.home, { replace: true })}
        onStale={() => setStale(true)}
      />
    </NarrowPage>
  );
}
