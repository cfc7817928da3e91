import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { readConfig, type AuthProviderName } from '#web/lib/env.ts';
import { SecuritySection } from '../security-section.tsx';
import { useAuthErrorText } from '../use-problem.ts';
import { IdentityItem } from './identity-item.tsx';
import { PROVIDER_NAMES } from './provider-names.ts';

interface IdentitiesSectionProps {
  user: User;
  /** Why another service led back without being connected. */
  returnedFailure: string | null;
  onChanged: () => void;
}

/** Ways of signing in that lead to the same person; others can be connected, and taken away again. */
export function IdentitiesSection({ user, returnedFailure, onChanged }: IdentitiesSectionProps) {
  const { t } = useTranslation('security');
  const { client } = useAuth();
  const problem = useAuthErrorText();
  // What led back is shown until something else is tried.
  const [tried, setTried] = useState<{ failure: string | null } | null>(null);
  const failure = tried ? tried.failure : returnedFailure;
  const setFailure = (code: string | null) => setTried({ failure: code });
  const [leaving, setLeaving] = useState<AuthProviderName | null>(null);
  const identities = user.identities ?? [];
  const missing = readConfig().authProviders.filter((name) => !identities.some(({ provider }) => provider === name));
  const link = async (provider: AuthProviderName) => {
    setLeaving(provider);
    setFailure(null);
    const redirectTo = location.origin + location.pathname;
    // Leads away; comes back here with the session, or with an error in the address.
    const { error } = await client.linkIdentity({ provider, options: { redirectTo } });
    if (!error) return;
    setLeaving(null);
    setFailure(authErrorCode(error));
  };
  return (
    <SecuritySection title={t('identities.title')} intro={t('identities.intro')}>
      {failure && (
        <Banner tone="warning" onDismiss={() => setFailure(null)}>
          {problem(failure)}
        </Banner>
      )}
      <ul className="-mt-3 flex flex-col divide-y divide-line border-b border-line">
        {identities.map((identity) => (
          <IdentityItem
            key={identity.identity_id}
            identity={identity}
            isOnly={identities.length === 1}
            onUnlinked={onChanged}
            onFailed={(code) => {
              setFailure(code);
              onChanged();
            }}
          />
        ))}
      </ul>
      {missing.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {missing.map((provider) => (
            <Button key={provider} loading={leaving === provider} onClick={() => void link(provider)}>
              {t('identities.link', { provider: PROVIDER_NAMES[provider] })}
            </Button>
          ))}
        </div>
      )}
    </SecuritySection>
  );
}
