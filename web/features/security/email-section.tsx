import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { email } from '#core/domain/values/email.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import type { RedirectResult } from './redirect-result.ts';
import { type AuthAction, useAuthErrorText } from './security-errors.ts';

interface PendingEmailProps {
  current: string;
  wanted: string;
  /** True if one of the two links was just opened. The auth service does not say which one. */
  half: boolean;
}

/** Shows a pending email change that waits for confirmation links. */
function PendingEmail({ current, wanted, half }: PendingEmailProps) {
  const { t } = useTranslation('security');
  const { client } = useAuth();
  const toast = useToast();
  const problem = useAuthErrorText();
  const [sending, setSending] = useState(false);
  const resend = async () => {
    setSending(true);
    const emailRedirectTo = location.origin + location.pathname;
    const { error } = await client.resend({ type: 'email_change', email: current, options: { emailRedirectTo } });
    setSending(false);
    if (error) toast({ title: problem(authErrorCode(error)), tone: 'danger' });
    else toast({ title: t('email.resent') });
  };
  const addresses = { current, email: wanted };
  return (
    <Banner
      title={half ? t('email.half') : t('email.pending', { email: wanted })}
      action={
        <Button size="small" loading={sending} onClick={() => void resend()}>
          {t('email.resend')}
        </Button>
      }
    >
      <span className="wrap-anywhere">{half ? t('email.halfText', addresses) : t('email.pendingText', addresses)}</span>
    </Banner>
  );
}

const schema = z.object({ email });
const NOTHING = { email: '' };

interface EmailSectionProps {
  user: User;
  /** Result of a redirect back from a confirmation link. */
  came: RedirectResult;
  run: (action: AuthAction) => Promise<string | null>;
}

/** Changes the sign-in email. Both the old and the new address have to confirm it. */
export function EmailSection({ user, came, run }: EmailSectionProps) {
  const { t } = useTranslation(['security', 'errors']);
  const { client } = useAuth();
  const problem = useAuthErrorText();
  const current = user.email ?? '';
  const draft = useDraft(`email:${user.id}`, NOTHING);

  const form = useForm(draft, schema, async ({ email: wanted }, refuse) => {
    if (wanted === current) return refuse('email', t('email.same'));
    const failure = await run(async () => {
      const back = location.origin + location.pathname;
      const { error } = await client.updateUser({ email: wanted }, { emailRedirectTo: back });
      return error && authErrorCode(error);
    });
    if (failure) return refuse('email', problem(failure));
    draft.discard();
  });
  const intro = current ? t('email.intro', { email: current }) : t('email.none');
  return (
    <IntroSection title={t('email.title')} intro={intro}>
      {user.new_email ? (
        <PendingEmail current={current} wanted={user.new_email} half={came.half} />
      ) : (
        came.changed && <Banner tone="success">{t('email.done', { email: current })}</Banner>
      )}
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <Field
          label={t('email.new')}
          required
          error={form.refusal('email') ?? (form.error('email') && t('errors:email_address_invalid'))}
        >
          <TextInput type="email" inputMode="email" autoComplete="email" {...form.input('email')} />
        </Field>
        <div>
          <Button type="submit" variant={draft.values.email ? 'primary' : 'secondary'} loading={form.isSubmitting}>
            {t('email.act')}
          </Button>
        </div>
      </form>
    </IntroSection>
  );
}
