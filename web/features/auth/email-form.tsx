import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { email } from '#core/domain/email.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { AuthErrorText } from './auth-error.tsx';
import { type MailKind, requestMail } from './mail-links.ts';
import type { AuthFormProps } from './password-form.tsx';
import { useAttempt } from './use-attempt.ts';

const form = z.object({ email });

interface EmailFormProps extends AuthFormProps {
  kind: MailKind;
  /** Label of the button. */
  submitLabel: string;
  onSent: (email: string) => void;
}

/** Form that requests a mail with a link. */
export function EmailForm({ kind, submitLabel, email: typed, onEmail, next, onSent }: EmailFormProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email: typed },
  });
  const submit = handleSubmit(async ({ email: address }) => {
    if (await attempt((token) => requestMail(client, { kind, email: address, next }, token))) onSent(address);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {failure && (
        <Banner tone="danger">
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
      {captcha.widget}
      <Button type="submit" variant="primary" loading={formState.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
