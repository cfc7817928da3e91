import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthError } from './auth-error.tsx';
import { EmailForm } from './email-form.tsx';
import { linkError } from './link-error.ts';
import { PasswordForm } from './password-form.tsx';
import { SentMail } from './sent-mail.tsx';

export const AUTH_MODES = ['signin', 'signup', 'link', 'forgot'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

interface AuthPageProps {
  brand: React.ReactNode;
  /** Where to go when no protected address brought the person here. */
  home: string;
}

/** Signing in, opening an account, a link by mail, a forgotten password: one page, four modes, each with an address. */
export function AuthPage({ brand, home }: AuthPageProps) {
  const { t } = useTranslation('auth');
  const { loading, session } = useAuth();
  const [search, setSearch] = useSearchParams();
  const from = originOf(useLocation().state) ?? home;
  const [sentTo, setSentTo] = useState<{ email: string; resend: 'signup' | null } | null>(null);
  const mode = AUTH_MODES.find((known) => known === search.get('mode')) ?? 'signin';
  const turnTo = (next: AuthMode) => {
    setSentTo(null);
    setSearch(next === 'signin' ? {} : { mode: next }, { replace: true, state: { from } });
  };
  if (loading) return <SpinnerPage />;
  if (session) return <Navigate to={from} replace />;
  if (sentTo) {
    return <SentMail brand={brand} {...sentTo} from={from} onBack={() => turnTo('signin')} />;
  }
  const failure = linkError();
  return (
    <NarrowPage
      brand={brand}
      title={t(`${mode}.title`)}
      intro={t(`${mode}.intro`)}
      footer={<OtherWays mode={mode} onChoose={turnTo} />}
    >
      {failure && (
        <Banner tone="warning">
          <AuthError code={failure} />
        </Banner>
      )}
      {mode === 'signin' || mode === 'signup' ? (
        <PasswordForm key={mode} mode={mode} from={from} onSent={(email) => setSentTo({ email, resend: 'signup' })} />
      ) : (
        <EmailForm key={mode} mode={mode} from={from} onSent={(email) => setSentTo({ email, resend: null })} />
      )}
    </NarrowPage>
  );
}

/** The address that the route guard kept; only ours, and only a path. */
function originOf(state: unknown): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null;
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
