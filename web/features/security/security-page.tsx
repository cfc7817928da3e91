import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import type { DeletionSummary } from './removal/farewell.ts';
import { SecuritySections } from './security-sections.tsx';
import { useAuthUser } from './use-own-user.ts';
import { useAuthErrorText } from './use-problem.ts';
import { useRedirectResult } from './use-returned.ts';

interface SecurityPageProps {
  tabs?: ReactNode;
  /** How hard a password is to guess, as sign-up shows it. `hints` are what everybody knows of the person. */
  strength: (password: string, hints: readonly string[]) => ReactNode;
  /** The person has deleted their account. */
  onRemoved: (farewell: DeletionSummary) => void;
}

/** How a person signs in: their own matter, whatever their role and studio. */
export function SecurityPage({ tabs, strength, onRemoved }: SecurityPageProps) {
  const { t } = useTranslation(['security', 'settings', 'common']);
  const problem = useAuthErrorText();
  const { user, failure, reload } = useAuthUser();
  const came = useRedirectResult();
  return (
    <>
      <PageHeader title={tabs ? t('settings:title') : t('title')} detail={t('intro')} tabs={tabs} />
      <div className="flex max-w-2xl flex-col gap-12">
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
            came={came}
            strength={(password) => strength(password, [user.email ?? ''])}
            onChanged={reload}
            onRemoved={onRemoved}
          />
        )}
      </div>
    </>
  );
}
