import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { PasswordCode } from './password-code.tsx';
import { SecuritySection } from './security-section.tsx';
import { usePasswordChange } from './use-password-change.ts';
import { useAuthErrorText } from './use-problem.ts';
import type { AuthAction } from './use-second-step.ts';

const form = z.object({ password: z.string().min(1) });

interface PasswordSectionProps {
  email: string;
  /** How hard a password is to guess. */
  strength: (password: string) => ReactNode;
  run: (act: AuthAction) => Promise<string | null>;
  /** Other devices are signed out with the old password. */
  onChanged: () => void;
}

/** A new password, or the first one of somebody who came in another way. */
export function PasswordSection({ email, strength, run, onChanged }: PasswordSectionProps) {
  const { t } = useTranslation(['security', 'auth']);
  const toast = useToast();
  const problem = useAuthErrorText();
  const { register, handleSubmit, formState, control, reset, setError } = useForm({
    resolver: zodResolver(form),
    defaultValues: { password: '' },
  });
  const typed = useWatch({ control, name: 'password' });
  const change = usePasswordChange(run, () => {
    reset();
    toast({ title: t('password.done'), detail: t('password.doneText') });
    onChanged();
  });
  // bcrypt reads 72 bytes; the service refuses what is longer with no code but this.
  const words = (code: string) => (code === 'validation_failed' ? t('password.tooLong') : problem(code));
  const refuse = (code: string) => setError('password', { message: words(code) });
  const submit = handleSubmit(async ({ password }) => {
    const failure = await change.change(password);
    if (failure) refuse(failure);
  });
  const confirm = async (code: string) => {
    const failure = await change.confirm(code);
    if (!failure || !/^(same|weak)_password|^validation_failed$/.test(failure)) return failure;
    // The code was right; it is the password that is not.
    change.cancel();
    refuse(failure);
    return null;
  };
  const { password: wrong } = formState.errors;
  return (
    <SecuritySection title={t('password.title')} intro={t('password.intro')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t('password.new')}
          required
          hint={t('auth:passwordHint')}
          error={wrong && (wrong.type === 'too_small' ? t('password.needed') : wrong.message)}
        >
          <PasswordInput autoComplete="new-password" readOnly={change.mailed !== null} {...register('password')} />
        </Field>
        {strength(typed)}
        {!change.mailed && (
          <div>
            <Button type="submit" variant={typed ? 'primary' : 'secondary'} loading={formState.isSubmitting}>
              {t('password.act')}
            </Button>
          </div>
        )}
      </form>
      {change.mailed && (
        <PasswordCode
          email={email}
          mailedAt={change.mailed.at}
          onCode={confirm}
          onMailAgain={change.mailAgain}
          onCancel={change.cancel}
        />
      )}
    </SecuritySection>
  );
}
