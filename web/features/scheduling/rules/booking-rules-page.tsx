import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { BlockedDays } from './blocked-days.tsx';
import { RulesForm } from './rules-form.tsx';

/** The address of the open booking page, and what is missing on it. */
function BookingAddress() {
  const { t } = useTranslation('scheduling');
  const { slug } = useAccount();
  const { types, isComplete } = useTypeStates();
  const canBeBooked = types.some(({ state }) => state.state === 'bookable');
  return (
    <>
      {!canBeBooked && isComplete && (
        <Banner
          tone="warning"
          title={t('booking.nothing')}
          action={
            <Link to={paths.sessionTypes} className={buttonClass({ size: 'small' })}>
              {t('booking.toTypes')}
            </Link>
          }
        >
          {t('booking.nothingText')}
        </Banner>
      )}
      <CopyField label={t('booking.link')} value={`${location.origin}/p/${slug}/book`} hint={t('booking.linkHint')} />
    </>
  );
}

interface BookingRulesPageProps {
  tabs: ReactNode;
}

/** Booking rules and blocked days of the studio. */
export function BookingRulesPage({ tabs }: BookingRulesPageProps) {
  const { t } = useTranslation(['scheduling', 'settings']);
  const { role } = useAccount();
  const { booking, isKnown } = useStudioRules();
  const readOnly = !can(role, 'account.update');
  return (
    <>
      <PageHeader title={t('settings:tabs.booking')} tabs={tabs} />
      {isKnown ? (
        <SettingsForms readOnly={readOnly} className="column flex flex-col gap-12">
          <RulesForm saved={booking} readOnly={readOnly}>
            {booking.isOpen && <BookingAddress />}
          </RulesForm>
          <BlockedDays />
        </SettingsForms>
      ) : (
        <LoadingPlaceholder className="column h-96" />
      )}
    </>
  );
}
