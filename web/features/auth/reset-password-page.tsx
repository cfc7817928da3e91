import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthError } from './auth-error.tsx';
import { linkError } from './link-error.ts';

const form = z.object({ password: z.string().min(1) });

interface ResetPasswordPageProps {
  brand: ReactNode;
  /** Where to go with the new password. */
  home: string;
  /** Where another mail is asked for. */
  forgot: string;
}

/** Target of the recovery mail: the link has signed the person in, and they choose a new password. */
export function ResetPasswordPage({ brand, home, forgot }: ResetPasswordPageProps) {
  const { t } = useTranslation('auth');
  const { client, loading, session } = useAuth();
  const navigate = useNavigate();
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(form) });

  if (loading) return <SpinnerPage />;
  if (!session) {
    return (
      <NarrowPage brand={brand} title={t('reset.title')}>
        <Banner tone="warning">
          <AuthError code={linkError() ?? 'otp_expired'} />
        </Banner>
        <Link to={forgot} className={buttonClass({ variant: 'primary' })}>
          {t('reset.askAgain')}
        </Link>
      </NarrowPage>
    );
  }
  const submit = handleSubmit(async ({ password }) => {
    setFailure(null);
    const { error } = await client.updateUser({ password });
    if (error) return setFailure(authErrorCode(error));
    toast({ title: t('reset.done') });
    await navigate(home, { replace: true });
  });
  return (
    <NarrowPage brand={brand} title={t('reset.title')} intro={t('reset.intro', { email: session.user.email ?? '' })}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {failure && (
          <Banner tone="danger">
            <AuthError code={failure} />
          </Banner>
        )}
        <Field
          label={t('newPassword')}
          required
          hint={t('passwordHint')}
          error={formState.errors.password && t('passwordNeeded')}
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Button type="submit" variant="primary" loading={formState.isSubmitting}>
          {t('reset.act')}
        </Button>
      </form>
    </NarrowPage>
  );
}
