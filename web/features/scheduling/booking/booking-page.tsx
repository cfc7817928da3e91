import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStudioRules } from '../use-studio-rules.ts';
import { BlockedDays } from './locked-days.tsx';
import { OpenSwitch } from './open-switch.tsx';
import { RulesForm } from './rules-form.tsx';

interface BookingRulesPageProps {
  tabs: ReactNode;
  sessionTypes: string;
}

/** How clients book the studio, and when nobody does. */
export function BookingRulesPage({ tabs, sessionTypes }: BookingRulesPageProps) {
  const { t } = useTranslation(['scheduling', 'settings']);
  const { role } = useAccount();
  const { booking, isKnown } = useStudioRules();
  const readOnly = !can(role, 'account.update');
  const { isOpen, ...rules } = booking;
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} />
      {isKnown ? (
        <div className="flex max-w-2xl flex-col gap-10">
          <OpenSwitch isOpen={isOpen} readOnly={readOnly} sessionTypes={sessionTypes} />
          <RulesForm saved={rules} readOnly={readOnly} />
          <BlockedDays />
        </div>
      ) : (
        <LoadingPlaceholder className="h-96 max-w-2xl" />
      )}
    </>
  );
}
