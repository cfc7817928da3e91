import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { useAuth } from '#web/lib/auth-session.tsx';
import type { AuthProviderName } from '#web/lib/env.ts';
import { AuthErrorText } from './auth-failure-text.tsx';

const SENTENCES = {
  provider_denied: 'denied',
  provider_email_missing: 'noEmail',
  provider_email_needs_verification: 'unconfirmed',
  provider_failed: 'failed',
} as const;

/** Why a provider sent somebody back without signing them in. The other ways are below. */
export function ProviderNotice({ provider }: { provider: AuthProviderName }) {
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
