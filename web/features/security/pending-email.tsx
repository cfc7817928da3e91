import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { useAuthErrorText } from './use-problem.ts';

interface PendingEmailProps {
  current: string;
  wanted: string;
  /** One of the two links was just opened. Which one, the auth service tells nobody. */
  half: boolean;
}

/** A change of e-mail that waits for links to be opened. */
export function PendingEmail({ current, wanted, half }: PendingEmailProps) {
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
