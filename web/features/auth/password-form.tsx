import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/customers.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { AuthErrorText } from './auth-error.tsx';
import { redirectUrl, requestMail } from './mail-links.ts';
import { PasswordStrength } from './password-strength.tsx';
import { useAttempt } from './use-attempt.ts';

const form = z.object({ email, password: z.string().min(1) });

export interface AuthFormProps {
  /** E-mail address typed in another form of the page. */
  email: string;
  onEmail: (email: string) => void;
  /** Path after signing in. */
  next: string;
}

interface PasswordFormProps extends AuthFormProps {
  mode: 'signin' | 'signup';
  /** Called if the account must confirm its e-mail address first. */
  onSent: (email: string) => void;
}

export function PasswordForm({ mode, email: typed, onEmail, next, onSent }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const { register, handleSubmit, formState, getValues, control } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email: typed, password: '' },
  });
  const values = useWatch({ control });

  const submit = handleSubmit(async ({ email: address, password }) => {
    const answer = await attempt((token) =>
      mode === 'signin'
        ? client.signInWithPassword({ email: address, password, options: token })
        : client.signUp({
            email: address,
            password,
            options: {
              emailRedirectTo: redirectUrl({ link: 'confirm' }, next),
              data: { language: currentLanguage() },
              ...token,
            },
          }),
    );
    if (answer && !answer.data.session) onSent(address);
  });
  const confirmAgain = async () => {
    const address = getValues('email');
    if (await attempt((token) => requestMail(client, { kind: 'confirm', email: address, next }, token)))
      onSent(address);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {failure && (
        <Banner
          tone="danger"
          action={
            failure.codes[0] === 'email_not_confirmed' && (
              <Button size="small" onClick={() => void confirmAgain()}>
                {t('confirmAgain')}
              </Button>
            )
          }
        >
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      <Field label={t('email')} required error={formState.errors.email && t('emailNeeded')}>
        <TextInput
          type="email"
          autoComplete="email"
          inputMode="email"
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
