import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { authFailure } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { AuthErrorText } from './auth-error.tsx';
import { type MailRequest, requestMail } from './mail-links.ts';
import { useAttempt } from './use-attempt.ts';

/** Minimum seconds between two mails of a kind to one person (`max_frequency` of supabase/config.toml). */
const MAIL_COOLDOWN_S = 60;

/**
 * Counts seconds down.
 * @param from seconds at the start
 * @returns seconds left, and a function that restarts the countdown with a number of seconds
 */
function useCountdown(from: number): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(() => Date.now() + from * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, start];
}

interface SentMailProps {
  brand: ReactNode;
  mail: MailRequest;
  onBack: () => void;
}

/** Confirms a sent mail. Another one can be sent once the auth service's rate limit allows it. */
export function SentMail({ brand, mail, onBack }: SentMailProps) {
  const { t } = useTranslation('auth');
  const { loadClient } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const [left, start] = useCountdown(MAIL_COOLDOWN_S);
  const [sending, setSending] = useState(false);
  const [sentAgain, setSentAgain] = useState(false);

  const again = async () => {
    setSending(true);
    setSentAgain(false);
    const answer = await attempt(async (token) => {
      const { error } = await requestMail(loadClient, mail, token);
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
