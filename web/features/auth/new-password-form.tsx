import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { authFailure, type AuthFailure } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthErrorText } from './auth-failure-text.tsx';
import { PasswordStrength } from './password-strength.tsx';

const form = z.object({ password: z.string().min(1) });

interface NewPasswordFormProps {
  /** Whose password it is. */
  email: string;
  onDone: () => void;
  /** The sign-in is too old for a new password: the service wants to know once more who it is. */
  onStale: () => void;
}

export function NewPasswordForm({ email, onDone, onStale }: NewPasswordFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const toast = useToast();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: '' },
  });
  const typed = useWatch({ control }).password ?? '';
  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    const { error } = await client.updateUser({ password });
    if (error?.code === 'reauthentication_needed') return onStale();
    if (error) return setFailure(authFailure(error));
    toast({ title: t('reset.done') });
    onDone();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {failure && (
        <Banner tone="danger">
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      {/* So that password managers know whose password they keep. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={t('newPassword')}
        required
        hint={t('passwordHint')}
        error={formState.errors.password && t('passwordNeeded')}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <PasswordStrength password={typed} hints={[email]} />
      <Button type="submit" variant="primary" loading={formState.isSubmitting}>
        {t('reset.act')}
      </Button>
    </form>
  );
}
