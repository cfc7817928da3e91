import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import type { Farewell } from './removal/farewell.ts';
import { SecuritySections } from './security-sections.tsx';
import { useOwnUser } from './use-own-user.ts';
import { useProblem } from './use-problem.ts';
import { useReturned } from './use-returned.ts';

interface SecurityPageProps {
  tabs?: ReactNode;
  /** How hard a password is to guess, as sign-up shows it. `hints` are what everybody knows of the person. */
  strength: (password: string, hints: readonly string[]) => ReactNode;
  /** The person has deleted their account. */
  onRemoved: (farewell: Farewell) => void;
}

/** How a person signs in: their own matter, whatever their role and studio. */
export function SecurityPage({ tabs, strength, onRemoved }: SecurityPageProps) {
  const { t } = useTranslation(['security', 'settings', 'common']);
  const problem = useProblem();
  const { user, failure, reload } = useOwnUser();
  const came = useReturned();
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
