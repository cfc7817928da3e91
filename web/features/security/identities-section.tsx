import type { User, UserIdentity } from '@supabase/auth-js';
import { AtSign, Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { type AuthProviderName, readConfig } from '#web/lib/env.ts';
import { useAuthErrorText } from './security-errors.ts';

/** Provider names, the same in every language. */
const PROVIDER_NAMES: Readonly<Record<AuthProviderName, string>> = { google: 'Google', facebook: 'Facebook' };

/** Returns the provider's name; null for email. */
function providerName(provider: string): string | null {
  return PROVIDER_NAMES[provider as AuthProviderName] ?? null;
}

interface IdentityItemProps {
  identity: UserIdentity;
  /** True for the only sign-in method: removing it would lock the user out, and the auth service refuses that too. */
  isOnly: boolean;
  onUnlinked: () => void;
  onFailed: (code: string) => void;
}

/** One sign-in method. Other services can be disconnected. Email cannot, because we send mail to it. */
function IdentityItem({ identity, isOnly, onUnlinked, onFailed }: IdentityItemProps) {
  const { t } = useTranslation('security');
  const { client } = useAuth();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const service = providerName(identity.provider);
  const name = service ?? (identity.provider === 'email' ? t('identities.email') : identity.provider);
  const Icon = service ? Link2 : AtSign;
  const email: unknown = identity.identity_data?.['email'];
  const unlink = async () => {
    setAsking(false);
    const { error } = await client.unlinkIdentity(identity);
    if (error) return onFailed(authErrorCode(error));
    toast({ title: t('identities.unlinked', { provider: name }) });
    onUnlinked();
  };
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
      <div className="min-w-0 grow">
        <p className="font-medium">{name}</p>
        {typeof email === 'string' && <p className="truncate text-caption text-soft">{email}</p>}
        {service && isOnly && <p className="text-caption text-soft">{t('identities.only')}</p>}
      </div>
      {service && !isOnly && (
        <IconButton
          label={t('identities.unlink', { provider: name })}
          icon={<Unlink aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('identities.ask.title', { provider: name })}
        description={t('identities.ask.text')}
        confirmLabel={t('identities.ask.act')}
        onConfirm={() => void unlink()}
      />
    </li>
  );
}

interface IdentitiesSectionProps {
  user: User;
  /** Reason why a redirect from another service failed to connect it; null without one. */
  returnedFailure: string | null;
  onChanged: () => void;
}

/** Lists the user's sign-in methods; connects and disconnects other services. */
export function IdentitiesSection({ user, returnedFailure, onChanged }: IdentitiesSectionProps) {
  const { t } = useTranslation('security');
  const { client } = useAuth();
  const problem = useAuthErrorText();
  // Show the result of the redirect until the user tries again.
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
    // Redirects to the service. It returns here with a session, or with an error in the URL.
    const { error } = await client.linkIdentity({ provider, options: { redirectTo } });
    if (!error) return;
    setLeaving(null);
    setFailure(authErrorCode(error));
  };
  return (
    <IntroSection title={t('identities.title')} intro={t('identities.intro')}>
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
    </IntroSection>
  );
}
