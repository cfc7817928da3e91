import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/customers.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { AuthError } from './auth-error.tsx';

const form = z.object({ email, password: z.string().min(1) });

interface PasswordFormProps {
  mode: 'signin' | 'signup';
  from: string;
  /** The account waits for its e-mail to be confirmed. */
  onSent: (email: string) => void;
}

export function PasswordForm({ mode, from, onSent }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(form) });

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const { data, error } =
      mode === 'signin'
        ? await client.signInWithPassword(values)
        : await client.signUp({
            ...values,
            options: { emailRedirectTo: location.origin + from, data: { language: currentLanguage() } },
          });
    if (error) setFailure(authErrorCode(error));
    else if (!data.session) onSent(values.email);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {failure && (
        <Banner tone="danger">
          <AuthError code={failure} />
        </Banner>
      )}
      <Field label={t('email')} required error={formState.errors.email && t('emailNeeded')}>
        <TextInput type="email" autoComplete="email" inputMode="email" {...register('email')} />
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
      <Button type="submit" variant="primary" loading={formState.isSubmitting}>
        {t(`${mode}.act`)}
      </Button>
    </form>
  );
}
