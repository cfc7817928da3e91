import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { SecuritySection } from '../security-section.tsx';
import { useAuthErrorText } from '../use-problem.ts';
import { AuthSessionItem } from './session-item.tsx';
import type { useAuthSessions } from './use-sessions.ts';

/** Where the person is signed in: one of them, or all others, can be ended. */
export function AuthSessionsSection({ sessions, failure, reload }: ReturnType<typeof useAuthSessions>) {
  const { t } = useTranslation(['security', 'common']);
  const { client } = useAuth();
  const toast = useToast();
  const problem = useAuthErrorText();
  const [asking, setAsking] = useState(false);
  const endOthers = async () => {
    setAsking(false);
    const { error } = await client.signOut({ scope: 'others' });
    if (error) toast({ title: problem(authErrorCode(error)), tone: 'danger' });
    else toast({ title: t('sessions.othersEnded') });
    reload();
  };
  const others = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <SecuritySection title={t('sessions.title')} intro={t('sessions.intro')}>
      {failure && (
        <Banner
          tone="danger"
          action={
            <Button size="small" onClick={reload}>
              {t('common:retry')}
            </Button>
          }
        >
          {problem(failure)}
        </Banner>
      )}
      {!sessions && !failure && <Skeleton className="h-16" />}
      {sessions && (
        <ul className="-mt-3 flex flex-col divide-y divide-line border-b border-line">
          {sessions.map((session) => (
            <AuthSessionItem key={session.id} session={session} onEnded={reload} />
          ))}
        </ul>
      )}
      {sessions && !others && <p className="text-soft">{t('sessions.onlyThis')}</p>}
      {others && (
        <div>
          <Button onClick={() => setAsking(true)}>{t('sessions.endOthers')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.askOthers.title')}
        description={t('sessions.askOthers.text')}
        confirmLabel={t('sessions.askOthers.act')}
        onConfirm={() => void endOthers()}
      />
    </SecuritySection>
  );
}
