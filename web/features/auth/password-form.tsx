import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { beginAuthFlow } from '#web/lib/auth/auth-flows.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { readFields, useForm } from '#web/lib/forms/use-form.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { AuthErrorText } from './auth-error.tsx';
import { type Identifier, parseIdentifier } from './identifier.ts';
import { redirectUrl, requestMail } from './mail-links.ts';
import { PasswordStrength } from './password-strength.tsx';
import { ScriptNote } from './script-note.tsx';
import { useAttempt } from './use-attempt.ts';

const schemaOf = (phoneSignIn: boolean) =>
  readFields({
    who: (typed) => parseIdentifier(typed, phoneSignIn),
    password: (typed) => typed || null,
  });
const [withEmail, withPhone] = [schemaOf(false), schemaOf(true)];

export interface AuthFormProps {
  /** Email address typed in another form of the page. */
  email: string;
  onEmail: (email: string) => void;
  /** Path after signing in. */
  next: string;
}

interface PasswordFormProps extends AuthFormProps {
  mode: 'signin' | 'signup';
  /** Called if the account must confirm its email address or phone number first. */
  onSent: (to: Identifier) => void;
}

export function PasswordForm({ mode, email, onEmail, next, onSent }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { loadClient, session } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const { phoneSignIn } = readConfig();
  const [password, setPassword] = useState('');
  // The page keeps the address for its other forms.
  const change = (typing: { who?: string; password?: string }) => {
    if (typing.who !== undefined) onEmail(typing.who);
    if (typing.password !== undefined) setPassword(typing.password);
  };

  const form = useForm(
    { values: { who: email, password }, change },
    phoneSignIn ? withPhone : withEmail,
    async ({ who, password: secret }) => {
      const answer = await attempt(async (token) => {
        const client = await loadClient();
        if (mode === 'signin') return client.signInWithPassword({ ...who, password: secret, options: token });
        const options = { data: { language: currentLanguage() }, ...token };
        if ('phone' in who) return client.signUp({ ...who, password: secret, options });
        const emailRedirectTo = redirectUrl({ link: 'confirm' }, next);
        beginAuthFlow({ email: who.email });
        return client.signUp({ ...who, password: secret, options: { ...options, emailRedirectTo } });
      });
      if (answer && !answer.data.session) onSent(who);
    },
  );
  const element = useRef<HTMLFormElement>(null);
  const waiting = useServerForm(element, ([typed = '', secret = ''], isSent) => {
    if (typed) onEmail(typed);
    setPassword(secret);
    if (isSent) queueMicrotask(() => element.current?.requestSubmit());
  });
  const confirmAgain = async () => {
    const who = parseIdentifier(email, phoneSignIn);
    if (!who) return;
    const answer = await attempt((token) =>
      'phone' in who
        ? loadClient().then((client) => client.resend({ type: 'sms', phone: who.phone, options: token }))
        : requestMail(loadClient, { kind: 'confirm', email: who.email, next }, token),
    );
    if (answer) onSent(who);
  };
  const [code] = failure?.codes ?? [];

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
        <Banner
          tone="danger"
          action={
            (code === 'email_not_confirmed' || code === 'phone_not_confirmed') && (
              <Button size="small" onClick={() => void confirmAgain()}>
                {t(code === 'phone_not_confirmed' ? 'enterCode' : 'confirmAgain')}
              </Button>
            )
          }
        >
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      <Field
        label={t(phoneSignIn ? 'emailOrPhone' : 'email')}
        required
        error={form.error('who') && t(phoneSignIn ? 'emailOrPhoneNeeded' : 'emailNeeded')}
      >
        <TextInput
          type={phoneSignIn ? 'text' : 'email'}
          autoComplete={phoneSignIn ? 'username' : 'email'}
          inputMode={phoneSignIn ? 'text' : 'email'}
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('who')}
          name={undefined}
        />
      </Field>
      <Field
        label={t('password')}
        required
        {...(mode === 'signup' && { hint: t('passwordHint') })}
        error={form.error('password') && t('passwordNeeded')}
      >
        <PasswordInput
          autoComplete={mode === 'signin' ? 'current-password' : 'new-password'}
          {...form.input('password')}
          // Without names a password is never sent into an address, should the browser submit the form.
          name={undefined}
        />
      </Field>
      {mode === 'signup' && <PasswordStrength password={password} hints={[email]} />}
      {captcha.widget}
      <Button type="submit" variant="primary" loading={form.isSubmitting || session !== null}>
        {t(`${mode}.act`)}
      </Button>
    </form>
  );
}
