import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { beginAuthFlow } from '#web/lib/auth/auth-flows.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readConfig } from '#web/lib/env.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { AuthErrorText } from './auth-error.tsx';
import { type Identifier, parseIdentifier } from './identifier.ts';
import { redirectUrl, requestMail } from './mail-links.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useAttempt } from './use-attempt.ts';

const schemaOf = (phoneSignIn: boolean) =>
  z.object({
    email: z.string().check(z.refine((typed) => parseIdentifier(typed, phoneSignIn) !== null)),
    password: z.string().check(z.minLength(1)),
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
  const { client } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const { phoneSignIn } = readConfig();
  const [password, setPassword] = useState('');
  // The page keeps the address for its other forms.
  const change = (typing: { email?: string; password?: string }) => {
    if (typing.email !== undefined) onEmail(typing.email);
    if (typing.password !== undefined) setPassword(typing.password);
  };

  const form = useForm(
    { values: { email, password }, change },
    phoneSignIn ? withPhone : withEmail,
    async ({ email: identifier, password: secret }) => {
      const who = parseIdentifier(identifier, phoneSignIn);
      if (!who) return;
      const answer = await attempt((token) => {
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
  const confirmAgain = async () => {
    const who = parseIdentifier(email, phoneSignIn);
    if (!who) return;
    const answer = await attempt((token) =>
      'phone' in who
        ? client.resend({ type: 'sms', phone: who.phone, options: token })
        : requestMail(client, { kind: 'confirm', email: who.email, next }, token),
    );
    if (answer) onSent(who);
  };
  const [code] = failure?.codes ?? [];

  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
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
        error={form.error('email') && t(phoneSignIn ? 'emailOrPhoneNeeded' : 'emailNeeded')}
      >
        <TextInput
          type={phoneSignIn ? 'text' : 'email'}
          autoComplete={phoneSignIn ? 'username' : 'email'}
          inputMode={phoneSignIn ? 'text' : 'email'}
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('email')}
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
        />
      </Field>
      {mode === 'signup' && <PasswordStrength password={password} hints={[email]} />}
      {captcha.widget}
      <Button type="submit" variant="primary" loading={form.isSubmitting}>
        {t(`${mode}.act`)}
      </Button>
    </form>
  );
}
