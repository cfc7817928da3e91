import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/customers.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { TextInput } from '#web/components/ui/text-input.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthError } from './auth-error.tsx';

const form = z.object({ email });

/** Where a recovery link leads (spec §7). */
const RESET_PATH = '/reset-password';

interface EmailFormProps {
  mode: 'link' | 'forgot';
  from: string;
  onSent: (email: string) => void;
}

/** A mail with a link: to sign in, or to choose a new password. */
export function EmailForm({ mode, from, onSent }: EmailFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(form) });

  const submit = handleSubmit(async ({ email: address }) => {
    setFailure(null);
    const { error } =
      mode === 'link'
        ? await client.signInWithOtp({ email: address, options: { emailRedirectTo: location.origin + from } })
        : await client.resetPasswordForEmail(address, { redirectTo: location.origin + RESET_PATH });
    if (error) setFailure(authErrorCode(error));
    else onSent(address);
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
      <Button type="submit" variant="primary" loading={formState.isSubmitting}>
        {t(`${mode}.act`)}
      </Button>
    </form>
  );
}
