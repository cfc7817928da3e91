import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import type { AuthProviderName } from '#web/lib/env.ts';
import { AuthErrorText } from './auth-error.tsx';
import { EmailForm } from './email-form.tsx';
import { FailedLinkPage } from './failed-link-page.tsx';
import type { Identifier } from './identifier.ts';
import type { MailKind, MailRequest } from './mail-links.ts';
import { PasswordForm } from './password-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SentMail } from './sent-mail.tsx';
import { AUTH_MODES, type AuthMode, type SignInAddress } from './sign-in-address.ts';
import { SmsCodePage } from './sms-code-page.tsx';

const SENTENCES = {
  provider_denied: 'denied',
  provider_email_missing: 'noEmail',
  provider_email_needs_verification: 'unconfirmed',
  provider_failed: 'failed',
} as const;

/** Reason why a provider redirected back without signing in. The other ways to sign in are below it. */
function ProviderNotice({ provider }: { provider: AuthProviderName }) {
  const { t } = useTranslation('auth');
  const { failure } = useAuth();
  if (!failure) return null;
  const sentence = SENTENCES[failure.code as keyof typeof SENTENCES] as
    | (typeof SENTENCES)[keyof typeof SENTENCES]
    | undefined;
  return (
    <Banner tone="warning">
      {sentence ? (
        t(`providers.${sentence}`, { provider: t(`providers.names.${provider}`) })
      ) : (
        <AuthErrorText failure={{ codes: [failure.code] }} />
      )}
    </Banner>
  );
}

interface AuthPageProps {
  brand: ReactNode;
  address: SignInAddress;
  /** Shows another form, at its own address. */
  onMode: (mode: AuthMode) => void;
}

/**
 * Sign-in, sign-up, magic link and forgotten password: one page with four modes, each with an address. Links of mails
 * and providers lead back here too. Stays while the back office loads after signing in.
 */
export function AuthPage({ brand, address, onMode }: AuthPageProps) {
  const { t } = useTranslation('auth');
  const { loading, ended, failure, forgetFailure } = useAuth();
  const { mode, next, link, provider } = address;
  const [email, setEmail] = useState(address.email);
  const [sent, setSent] = useState<MailRequest | null>(null);
  /** Number that got a code. */
  const [phone, setPhone] = useState<string | null>(null);
  const turnTo = (to: AuthMode) => {
    setSent(null);
    setPhone(null);
    forgetFailure();
    onMode(to);
  };
  useNewScreen(`${mode} ${phone ? 'code' : sent?.kind}`);

  if (loading) return <SpinnerPage />;
  if (sent) return <SentMail brand={brand} mail={sent} onBack={() => turnTo('signin')} />;
  if (phone) return <SmsCodePage brand={brand} phone={phone} onBack={() => turnTo('signin')} />;
  if (failure && !provider)
    return <FailedLinkPage brand={brand} kind={link} next={next} email={email} onSignIn={() => turnTo('signin')} />;
  const form = { email, onEmail: setEmail, next };
  const onSent = (to: Identifier) =>
    'phone' in to ? setPhone(to.phone) : setSent({ kind: 'confirm', email: to.email, next });
  const sentOf = (kind: MailKind) => (to: string) => setSent({ kind, email: to, next });
  return (
    <NarrowPage
      brand={brand}
      title={t(`${mode}.title`)}
      intro={t(`${mode}.intro`)}
      footer={<OtherWays mode={mode} onChoose={turnTo} />}
    >
      {provider && <ProviderNotice provider={provider} />}
      {ended && <Banner>{t('ended')}</Banner>}
      {mode === 'signin' || mode === 'signup' ? (
        <>
          <PasswordForm key={mode} mode={mode} {...form} onSent={onSent} />
          <ProviderButtons next={next} />
        </>
      ) : (
        <EmailForm key={mode} kind={mode} submitLabel={t(`${mode}.act`)} {...form} onSent={sentOf(mode)} />
      )}
    </NarrowPage>
  );
}

/** Moves the focus to the top of the new screen, since the pressed control is gone. */
function useNewScreen(screen: string): void {
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current !== screen) document.getElementById('content')?.focus({ preventScroll: true });
    shown.current = screen;
  }, [screen]);
}

function OtherWays({ mode, onChoose }: { mode: AuthMode; onChoose: (mode: AuthMode) => void }) {
  const { t } = useTranslation('auth');
  const ways = AUTH_MODES.filter((other) => other !== mode);
  return (
    <ul className="-ml-4 flex flex-col">
      {ways.map((way) => (
        <li key={way}>
          <Button variant="quiet" onClick={() => onChoose(way)}>
            {t(`${way}.offer`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
