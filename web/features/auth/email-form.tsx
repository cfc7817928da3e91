import { clsx } from 'clsx';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { parseEmail } from '#core/domain/values/email-address.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useServerForm } from '#web/lib/browser/server-form.ts';
import { readFields, useForm } from '#web/lib/forms/use-form.ts';
import { AuthErrorText } from './auth-error.tsx';
import { type MailKind, requestMail } from './mail-links.ts';
import type { AuthFormProps } from './password-form.tsx';
import { ScriptNote } from './script-note.tsx';
import { useAttempt } from './use-attempt.ts';

const schema = readFields({ email: parseEmail });

interface EmailFormProps extends AuthFormProps {
  kind: MailKind;
  /** Label of the button. */
  submitLabel: string;
  onSent: (email: string) => void;
}

/** Form that requests a mail with a link. */
export function EmailForm({ kind, submitLabel, email: typed, onEmail, next, onSent }: EmailFormProps) {
  const { t } = useTranslation('auth');
  const { loadClient } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  // The page keeps what is typed for its other forms.
  const form = useForm(
    { values: { email: typed }, change: (typing) => onEmail(typing.email ?? '') },
    schema,
    async ({ email: address }) => {
      if (await attempt((token) => requestMail(loadClient, { kind, email: address, next }, token))) onSent(address);
    },
  );
  const element = useRef<HTMLFormElement>(null);
  const waiting = useServerForm(element, ([address = ''], isSent) => {
    if (address) onEmail(address);
    if (isSent) queueMicrotask(() => element.current?.requestSubmit());
  });
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
        <Banner tone="danger">
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      <Field label={t('email')} required error={form.error('email') && t('emailNeeded')}>
        <TextInput type="email" autoComplete="email" inputMode="email" {...form.input('email')} name={undefined} />
      </Field>
      {captcha.widget}
      <Button type="submit" variant="primary" loading={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
