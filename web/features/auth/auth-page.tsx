import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { NarrowPage } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { sameOriginPath } from '#web/lib/auth/auth-redirect.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { type AuthProviderName, readConfig } from '#web/lib/env.ts';
import { paths } from '#web/lib/paths.ts';
import { AuthErrorText } from './auth-error.tsx';
import { EmailForm } from './email-form.tsx';
import { FailedLinkPage } from './failed-link-page.tsx';
import type { Identifier } from './identifier.ts';
import { MAIL_KINDS, type MailKind, type MailRequest } from './mail-links.ts';
import { PasswordForm } from './password-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SentMail } from './sent-mail.tsx';
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

export const AUTH_MODES = ['signin', 'signup', 'link', 'forgot'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

interface AuthPageProps {
  brand: ReactNode;
}

/**
 * Sign-in, sign-up, magic link and forgotten password: one page with four modes, each with an address. Links of mails
 * and providers lead back here too. `?email=` fills the form, `?next=` is the path after signing in.
 */
export function AuthPage({ brand }: AuthPageProps) {
  const { t } = useTranslation('auth');
  const { loading, session, ended, failure, forgetFailure } = useAuth();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [email, setEmail] = useState(search.get('email') ?? '');
  const [sent, setSent] = useState<MailRequest | null>(null);
  /** Number that got a code. */
  const [phone, setPhone] = useState<string | null>(null);
  const next = nextOf(state, search) ?? paths.home;
  const mode = AUTH_MODES.find((known) => known === search.get('mode')) ?? 'signin';
  const provider = readConfig().authProviders.find((known) => known === search.get('provider'));
  const turnTo = (to: AuthMode) => {
    setSent(null);
    setPhone(null);
    forgetFailure();
    setSearch(to === 'signin' ? {} : { mode: to }, { replace: true, state: { from: next } });
  };
  useNewScreen(`${mode} ${phone ? 'code' : sent?.kind}`);

  if (loading) return <SpinnerPage />;
  if (session) return <Navigate to={next} replace />;
  if (sent) return <SentMail brand={brand} mail={sent} onBack={() => turnTo('signin')} />;
  if (phone) return <SmsCodePage brand={brand} phone={phone} onBack={() => turnTo('signin')} />;
  if (failure && !provider) {
    const kind = MAIL_KINDS.find((known) => known === search.get('link')) ?? 'link';
    return <FailedLinkPage brand={brand} kind={kind} next={next} email={email} onSignIn={() => turnTo('signin')} />;
  }
  const form = { email, onEmail: setEmail, next };
  const onSent = (to: Identifier) =>
    'phone' in to ? setPhone(to.phone) : setSent({ kind: 'confirm', email: to.email, next });
  const sentOf = (kind: MailKind) => (address: string) => setSent({ kind, email: address, next });
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

/** Path after signing in, from the route guard, a link or another page; paths of this origin only. */
function nextOf(state: unknown, search: URLSearchParams): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return sameOriginPath(from, location.origin) ?? sameOriginPath(search.get('next'), location.origin);
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
