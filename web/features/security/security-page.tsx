import type { AuthChangeEvent, AuthError, User } from '@supabase/auth-js';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentChoice } from '#web/components/layout/consent-choice.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { authErrorCode } from '#web/lib/auth/auth-failure.ts';
import { useAsyncValue } from '#web/lib/use-async-value.ts';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useConsent } from '#web/lib/reporting/consent.tsx';
import { AuthSessionsSection } from './auth-sessions-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import type { DeletionSummary } from './deletion-summary.ts';
import { EmailSection } from './email-section.tsx';
import { FactorsSection } from './factors-section.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { type RedirectResult, useRedirectResult } from './redirect-result.ts';
import { useAuthErrorText, useWithMfa } from './security-errors.ts';
import { useAuthSessions } from './use-auth-sessions.ts';

/** Events after which the user may have changed. The client also emits `SIGNED_IN` when the tab becomes visible. */
const TELLING: readonly AuthChangeEvent[] = ['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED', 'SIGNED_IN'];

interface AuthUserState {
  /** User with factors, identities and a pending email change; the copy in the session is as old as its token. */
  user: User | null;
  /** Error code of a failed load; null while loading and on success. */
  failure: string | null;
  reload: () => void;
}

/** Returns the signed-in user as the auth service has it now. */
function useAuthUser(): AuthUserState {
  const { client } = useAuth();
  const load = useCallback(async () => {
    const { data, error } = await client.getUser();
    if (error) throw error;
    return data.user;
  }, [client]);
  const { value, error, reload } = useAsyncValue(load);
  useEffect(() => {
    const { data } = client.onAuthStateChange((event) => {
      // Only trigger a reload: calling the client inside its own event handler deadlocks.
      if (TELLING.includes(event)) reload();
    });
    return () => data.subscription.unsubscribe();
  }, [client, reload]);
  return { user: value ?? null, failure: error === null ? null : authErrorCode(error as AuthError), reload };
}

interface SecuritySectionsProps {
  user: User;
  came: RedirectResult;
  strength: (password: string) => ReactNode;
  /** Called after a change of the user. */
  onChanged: () => void;
  onRemoved: (summary: DeletionSummary) => void;
}

function SecuritySections({ user, came, strength, onChanged, onRemoved }: SecuritySectionsProps) {
  const factors = user.factors ?? [];
  const run = useWithMfa();
  const sessions = useAuthSessions();
  const email = user.email ?? '';
  return (
    <>
      <PasswordSection email={email} strength={strength} run={run} onChanged={sessions.reload} />
      <EmailSection user={user} came={came} run={run} />
      <FactorsSection factors={factors} run={run} onTurnedOn={sessions.reload} onChanged={onChanged} />
      <AuthSessionsSection {...sessions} />
      <IdentitiesSection user={user} returnedFailure={came.failure} onChanged={onChanged} />
      <ConsentSection />
      <DeleteAccountSection userId={user.id} email={email} onRemoved={onRemoved} />
    </>
  );
}

/** Withdraws or gives the consent to statistics and error reports; nothing where there are none. */
function ConsentSection() {
  const { t } = useTranslation('consent');
  const { status } = useConsent();
  if (status === 'unavailable') return null;
  return (
    <IntroSection title={t('title')} intro={t('text')}>
      <ConsentChoice />
    </IntroSection>
  );
}

interface SecurityPageProps {
  tabs?: ReactNode;
  /** Renders the strength of a password, as on sign-up. `hints` are known facts about the user. */
  strength: (password: string, hints: readonly string[]) => ReactNode;
  /** Called once the account is deleted. */
  onRemoved: (summary: DeletionSummary) => void;
}

/** Sign-in settings of the user, independent of role and studio. */
export function SecurityPage({ tabs, strength, onRemoved }: SecurityPageProps) {
  const { t } = useTranslation(['security', 'settings', 'common']);
  const problem = useAuthErrorText();
  const { user, failure, reload } = useAuthUser();
  const redirectResult = useRedirectResult();
  return (
    <>
      <PageHeader title={t('title')} tabs={tabs} />
      <div className="column flex flex-col gap-12">
        <p className="measure text-soft">{t('intro')}</p>
        {failure && (
          <Banner
            tone="danger"
            title={problem(failure)}
            action={
              <Button size="small" onClick={reload}>
                {t('common:retry')}
              </Button>
            }
          >
            {t('unreachable')}
          </Banner>
        )}
        {!user && !failure && <Skeleton className="h-96" />}
        {user && (
          <SecuritySections
            user={user}
            came={redirectResult}
            strength={(password) => strength(password, [user.email ?? ''])}
            onChanged={reload}
            onRemoved={onRemoved}
          />
        )}
      </div>
    </>
  );
}
