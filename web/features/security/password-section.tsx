import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { PasswordInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { CodeForm } from './code-form.tsx';
import { type AuthAction, useAuthErrorText } from './security-errors.ts';
import { useCooldown, usePasswordChange } from './use-password-change.ts';

interface PasswordCodeProps {
  email: string;
  /** Time of the last mail request, epoch milliseconds. */
  mailedAt: number;
  onCode: (code: string) => Promise<string | null>;
  onMailAgain: () => Promise<string | null>;
  onCancel: () => void;
}

/** Asks for the mailed code that confirms a password change. */
function PasswordCode({ email, mailedAt, onCode, onMailAgain, onCancel }: PasswordCodeProps) {
  const { t } = useTranslation('security');
  const problem = useAuthErrorText();
  const secondsLeft = useCooldown(mailedAt);
  const [sending, setSending] = useState(false);
  const [again, setAgain] = useState<{ failure: string | null } | null>(null);
  const resend = async () => {
    setSending(true);
    setAgain({ failure: await onMailAgain() });
    setSending(false);
  };
  return (
    <div className="flex flex-col gap-5 border-l-2 border-line pl-4">
      <Banner>{t('password.mailed', { email })}</Banner>
      {again && (
        <Banner tone={again.failure ? 'warning' : 'success'}>
          {again.failure ? problem(again.failure) : t('password.resent')}
        </Banner>
      )}
      <CodeForm
        label={t('code.label')}
        submitLabel={t('password.confirmAct')}
        onCode={onCode}
        onCancel={onCancel}
        aside={
          <Button disabled={secondsLeft > 0} loading={sending} onClick={() => void resend()} className="tabular-nums">
            {secondsLeft > 0 ? t('password.resendIn', { seconds: secondsLeft }) : t('password.resend')}
          </Button>
        }
      />
    </div>
  );
}

const schema = z.object({ password: z.string().min(1) });

interface PasswordSectionProps {
  email: string;
  /** Renders the strength of a password. */
  strength: (password: string) => ReactNode;
  run: (action: AuthAction) => Promise<string | null>;
  /** Called after the change: other devices are signed out. */
  onChanged: () => void;
}

/** Sets a new password, or the first one of a user who signed in another way. */
export function PasswordSection({ email, strength, run, onChanged }: PasswordSectionProps) {
  const { t } = useTranslation(['security', 'auth']);
  const toast = useToast();
  const problem = useAuthErrorText();
  const fields = useFields({ password: '' });
  const typed = fields.values.password;
  const change = usePasswordChange(run, () => {
    fields.change({ password: '' });
    toast({ title: t('password.done'), detail: t('password.doneText') });
    onChanged();
  });
  // bcrypt reads at most 72 bytes; the auth service reports a longer password only by this code.
  const errorText = (code: string) => (code === 'validation_failed' ? t('password.tooLong') : problem(code));
  const form = useForm(fields, schema, async ({ password }, refuse) => {
    const failure = await change.change(password);
    if (failure) refuse('password', errorText(failure));
  });
  const confirm = async (code: string) => {
    const failure = await change.confirm(code);
    if (!failure || !/^(same|weak)_password|^validation_failed$/.test(failure)) return failure;
    // The code was correct, but the password was rejected.
    change.cancel();
    form.refuse('password', errorText(failure));
    return null;
  };
  return (
    <IntroSection title={t('password.title')} intro={t('password.intro')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field
          label={t('password.new')}
          required
          hint={t('auth:passwordHint')}
          error={form.refusal('password') ?? (form.error('password') && t('password.needed'))}
        >
          <PasswordInput autoComplete="new-password" readOnly={change.mailed !== null} {...form.input('password')} />
        </Field>
        {strength(typed)}
        {!change.mailed && (
          <div>
            <Button type="submit" variant={typed ? 'primary' : 'secondary'} loading={form.isSubmitting}>
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
    </IntroSection>
  );
}
