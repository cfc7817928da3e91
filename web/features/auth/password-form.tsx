import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { beginAuthFlow } from '#web/lib/auth/auth-flows.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { readConfig } from '#web/lib/env.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { AuthErrorText } from './auth-error.tsx';
import { type Identifier, parseIdentifier } from './identifier.ts';
import { redirectUrl, requestMail } from './mail-links.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useAttempt } from './use-attempt.ts';

/** An e-mail address or phone number, and a password. */
const formFor = (phoneSignIn: boolean) =>
  z.object({
    email: z.string().check(z.refine((typed) => parseIdentifier(typed, phoneSignIn) !== null)),
    password: z.string().check(z.minLength(1)),
  });

export interface AuthFormProps {
  /** E-mail address typed in another form of the page. */
  email: string;
  onEmail: (email: string) => void;
  /** Path after signing in. */
  next: string;
}

interface PasswordFormProps extends AuthFormProps {
  mode: 'signin' | 'signup';
  /** Called if the account must confirm its e-mail address or phone number first. */
  onSent: (to: Identifier) => void;
}

export function PasswordForm({ mode, email: typed, onEmail, next, onSent }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const { phoneSignIn } = readConfig();
  const { register, handleSubmit, formState, getValues, control } = useForm({
    resolver: zodResolver(formFor(phoneSignIn)),
    defaultValues: { email: typed, password: '' },
  });
  const values = useWatch({ control });

  const submit = handleSubmit(async ({ email: identifier, password }) => {
    const who = parseIdentifier(identifier, phoneSignIn);
    if (!who) return;
    const answer = await attempt((token) => {
      if (mode === 'signin') return client.signInWithPassword({ ...who, password, options: token });
      const options = { data: { language: currentLanguage() }, ...token };
      if ('phone' in who) return client.signUp({ ...who, password, options });
      const emailRedirectTo = redirectUrl({ link: 'confirm' }, next);
      beginAuthFlow({ email: who.email });
      return client.signUp({ ...who, password, options: { ...options, emailRedirectTo } });
    });
    if (answer && !answer.data.session) onSent(who);
  });
  const confirmAgain = async () => {
    const who = parseIdentifier(getValues('email'), phoneSignIn);
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
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
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
        error={formState.errors.email && t(phoneSignIn ? 'emailOrPhoneNeeded' : 'emailNeeded')}
      >
        <TextInput
          type={phoneSignIn ? 'text' : 'email'}
          autoComplete={phoneSignIn ? 'username' : 'email'}
          inputMode={phoneSignIn ? 'text' : 'email'}
          autoCapitalize="none"
          spellCheck={false}
          {...register('email', { onChange: (event: { target: { value: string } }) => onEmail(event.target.value) })}
        />
      </Field>
      <Field
        label={t('password')}
        required
        {...(mode === 'signup' && { hint: t('passwordHint') })}
        error={formState.errors.password && t('passwordNeeded')}
      >
        <PasswordInput
          autoComplete={mode === 'signin' ? 'current-password' : 'new-password'}
          {...register('password')}
        />
      </Field>
      {mode === 'signup' && <PasswordStrength password={values.password ?? ''} hints={[values.email ?? '']} />}
      {captcha.widget}
      <Button type="submit" variant="primary" loading={formState.isSubmitting}>
        {t(`${mode}.act`)}
      </Button>
    </form>
  );
}
