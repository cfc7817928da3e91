import type { Factor } from '@supabase/supabase-js';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { AuthErrorText } from './auth-failure-text.tsx';
import { CodeForm } from './code-form.tsx';

interface CodePageProps {
  brand: ReactNode;
  onSignOut: () => Promise<void>;
}

/** After any way of signing in, whoever has an authenticator app gives its code before anything else. */
export function CodePage({ brand, onSignOut }: CodePageProps) {
  const { t } = useTranslation(['auth', 'common']);
  const { factors, problem, reload } = useFactors();
  return (
    <NarrowPage
      brand={brand}
      title={t('code.title')}
      intro={t('code.intro')}
      footer={
        <>
          <p className="text-caption">{t('code.lost')}</p>
          <Button variant="quiet" className="mt-2 -ml-4" onClick={() => void onSignOut()}>
            {t('code.signOut')}
          </Button>
        </>
      }
    >
      {problem && (
        <Banner
          tone="danger"
          action={
            <Button size="small" onClick={reload}>
              {t('common:retry')}
            </Button>
          }
        >
          <AuthErrorText failure={{ codes: [problem] }} />
        </Banner>
      )}
      {factors ? <CodeForm factors={factors} onGone={reload} /> : !problem && <Skeleton className="h-40" />}
    </NarrowPage>
  );
}

/** The person's authenticator apps, as the service has them now. */
function useFactors() {
  const { client, renew } = useAuth();
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let here = true;
    void client.mfa.listFactors().then(({ data, error }) => {
      if (!here) return;
      setProblem(error && authErrorCode(error));
      // The last one was taken away elsewhere: a session that is fetched anew owes no code.
      if (data?.totp.length === 0) return renew();
      setFactors(data?.totp ?? null);
    });
    return () => {
      here = false;
    };
  }, [client, renew, attempt]);
  return { factors, problem, reload: () => setAttempt((count) => count + 1) };
}
