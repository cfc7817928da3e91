import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { beginAuthFlow } from '#web/lib/auth/auth-flows.ts';
import { type AuthProviderName, readConfig } from '#web/lib/env.ts';
import { AuthErrorText } from './auth-error.tsx';
import { redirectUrl } from './mail-links.ts';

/**
 * Buttons for Google and Facebook, on stages that have them. They leave the page; the provider redirects back to it.
 */
export function ProviderButtons({ next }: { next: string }) {
  const { t } = useTranslation('auth');
  const { loadClient } = useAuth();
  const [busy, setBusy] = useState<AuthProviderName | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { authProviders } = readConfig();
  // The back/forward cache may restore the page in its pending state: reset it.
  useEffect(() => {
    const wake = () => setBusy(null);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  if (authProviders.length === 0) return null;

  const leave = async (provider: AuthProviderName) => {
    setBusy(provider);
    setFailure(null);
    const [refusal, client] = await Promise.all([refusalOf(provider), loadClient().catch(() => null)]);
    if (!client) {
      setBusy(null);
      return setFailure('network');
    }
    const redirectTo = redirectUrl({ provider }, next);
    const { data, error } = await client.signInWithOAuth({
      provider,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    if (!refusal && data.url) {
      beginAuthFlow({ provider: true });
      return location.assign(data.url);
    }
    setBusy(null);
    setFailure(refusal ?? (error ? authErrorCode(error) : 'unknown'));
  };

  return (
    <section aria-label={t('providers.label')} className="flex flex-col gap-3">
      <p aria-hidden className="flex items-center gap-3 text-caption text-soft">
        <span className="h-px flex-1 bg-line" />
        {t('providers.or')}
        <span className="h-px flex-1 bg-line" />
      </p>
      {failure && (
        <Banner tone="danger">
          <AuthErrorText failure={{ codes: [failure] }} />
        </Banner>
      )}
      {authProviders.map((provider) => (
        <Button key={provider} loading={busy === provider} onClick={() => void leave(provider)}>
          {t('providers.with', { provider: t(`providers.names.${provider}`) })}
        </Button>
      ))}
    </section>
  );
}

/**
 * Returns the error code if the provider cannot be used right now; null if it can. Checked first: the page navigates to
 * the service, which would show its error as JSON.
 */
async function refusalOf(provider: AuthProviderName): Promise<string | null> {
  const { supabaseUrl, supabaseAnonKey } = readConfig();
  try {
    const answer = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseAnonKey } });
    if (!answer.ok) return 'unavailable';
    const { external } = (await answer.json()) as { external?: Record<string, boolean> };
    return external?.[provider] ? null : 'provider_disabled';
  } catch {
    return 'network';
  }
}
