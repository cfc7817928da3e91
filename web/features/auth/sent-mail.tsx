import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { authFailure } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthErrorText } from './auth-failure-text.tsx';
import { requestMail, type MailRequest } from './mail-links.ts';
import { useAttempt } from './use-attempt.ts';
import { MAIL_COOLDOWN_S, useCountdown } from './use-countdown.ts';

interface SentMailProps {
  brand: ReactNode;
  mail: MailRequest;
  onBack: () => void;
}

/** A mail is on its way. Another can be sent as soon as the auth service allows it. */
export function SentMail({ brand, mail, onBack }: SentMailProps) {
  const { t } = useTranslation('auth');
  const { client } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const [left, start] = useCountdown(MAIL_COOLDOWN_S);
  const [sending, setSending] = useState(false);
  const [sentAgain, setSentAgain] = useState(false);

  const again = async () => {
    setSending(true);
    setSentAgain(false);
    const answer = await attempt(async (token) => {
      const { error } = await requestMail(client, mail, token);
      const { seconds } = error ? authFailure(error) : { seconds: MAIL_COOLDOWN_S };
      if (seconds) start(seconds);
      return { error };
    });
    setSending(false);
    setSentAgain(answer !== null);
  };

  return (
    <NarrowPage
      brand={brand}
      title={t(`sent.${mail.kind}.title`)}
      intro={`${t(`sent.${mail.kind}.intro`, { email: mail.email })} ${t('sent.late')}`}
    >
      {sentAgain && <Banner tone="success">{t('sent.again')}</Banner>}
      {failure && (
        <Banner tone="danger">
          <AuthErrorText failure={failure} />
        </Banner>
      )}
      {captcha.widget}
      <div className="flex flex-wrap gap-2">
        <Button loading={sending} disabled={left > 0} onClick={() => void again()} data-figures>
          {left > 0 ? t('sent.resendIn', { count: left }) : t('sent.resend')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </div>
    </NarrowPage>
  );
}
