import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthError } from './auth-error.tsx';

interface SentMailProps {
  brand: ReactNode;
  email: string;
  /** A confirmation can be sent again from here; other mails are asked for again on their own form. */
  resend: 'signup' | null;
  from: string;
  onBack: () => void;
}

export function SentMail({ brand, email, resend, from, onBack }: SentMailProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const [outcome, setOutcome] = useState<{ error: string | null } | null>(null);
  const [sending, setSending] = useState(false);

  const again = async () => {
    setSending(true);
    const { error } = await client.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: location.origin + from },
    });
    setSending(false);
    setOutcome({ error: error && authErrorCode(error) });
  };

  return (
    <NarrowPage brand={brand} title={t('sent.title')} intro={t('sent.intro', { email })}>
      {outcome && (
        <Banner tone={outcome.error ? 'danger' : 'success'}>
          {outcome.error ? <AuthError code={outcome.error} /> : t('sent.again')}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {resend && (
          <Button loading={sending} onClick={() => void again()}>
            {t('sent.resend')}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          {t('sent.back')}
        </Button>
      </div>
    </NarrowPage>
  );
}
