import { clsx } from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput } from '#web/components/ui/inputs/text-input.tsx';
import { type AuthFailure, authFailure } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { readFields, useFields, useForm } from '#web/lib/forms/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import { AuthErrorText } from './auth-error.tsx';
import { FailedLinkPage } from './failed-link-page.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { ScriptNote } from './script-note.tsx';

const schema = readFields({ password: (typed) => typed || null });

interface NewPasswordFormProps {
  /** Email address of the account; empty until the session is read. */
  email: string;
  onDone: () => void;
  /** Called if the sign-in is too old for a new password: the service requires a new one. */
  onStale: () => void;
}

function NewPasswordForm({ email, onDone, onStale }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const { loadClient } = useAuth();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const fields = useFields({ password: '' });
  const form = useForm(fields, schema, async ({ password }) => {
    setFailure(null);
    // The client reads the session of the address before it sends this.
    const answer = await loadClient()
      .then((client) => client.updateUser({ password }))
      .catch(() => null);
    if (!answer) return setFailure({ codes: ['network'] });
    if (answer.error?.code === 'reauthentication_needed') return onStale();
    if (answer.error) return setFailure(authFailure(answer.error));
    onDone();
  });
  const element = useRef<HTMLFormElement>(null);
  const waiting = useServerForm(element, ([, typed = ''], isSent) => {
    if (typed) fields.change({ password: typed });
    if (isSent) queueMicrotask(() => element.current?.requestSubmit());
  });
  return (
    <form
      {...waiting}
      ref={element}
      noValidate
      onSubmit={form.submit}
      className={clsx('flex flex-col gap-5', waiting.className)}
    >
      <ScriptNote />
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
        {/* Without a name a password is never sent into an address, should the browser submit the form. */}
        <PasswordInput autoComplete="new-password" {...form.input('password')} name={undefined} />
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
  /** Asks for the code of a second factor: the service changes no password before `aal2`. */
  code: ReactNode;
  onDone: () => void;
  /** Shows the sign-in page. */
  onSignIn: () => void;
}

/**
 * Target of the recovery mail: the link signs the person in, and they set a new password. The form is there before the
 * session is read, in the server's HTML too.
 */
export function ResetPasswordPage({ brand, code, onDone, onSignIn }: ResetPasswordPageProps) {
  const { t } = useTranslation('auth');
  const { loading, session, mfaRequired, forgetFailure } = useAuth();
  const [isStale, setStale] = useState(false);
  const email = session?.user.email ?? '';
  // Without a session, or with an old sign-in without the recovery link: offer the mail, whose link signs in again.
  if ((!session && !loading) || isStale) {
    const leave = () => {
      forgetFailure();
      onSignIn();
    };
    return <FailedLinkPage brand={brand} kind="forgot" next={paths.home} email={email} onSignIn={leave} />;
  }
  if (mfaRequired) return code;
  return (
    <NarrowPage brand={brand} title={t('reset.title')} intro={email && t('reset.intro', { email })}>
      <NewPasswordForm email={email} onDone={onDone} onStale={() => setStale(true)} />
    </NarrowPage>
  );
}
