import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { useStudioRules } from '#web/lib/sessions/studio-rules.ts';
import { useBookingSwitch } from '#web/lib/sessions/use-booking-switch.ts';
import { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { BlockedDays } from './blocked-days.tsx';
import { RulesForm } from './rules-form.tsx';

interface OpenSwitchProps {
  isOpen: boolean;
  readOnly: boolean;
}

/** Opens or closes booking, and shows its URL and missing requirements. */
function OpenSwitch({ isOpen, readOnly }: OpenSwitchProps) {
  const { t } = useTranslation('scheduling');
  const { slug } = useAccount();
  const setOpen = useBookingSwitch();
  const writable = useWritable();
  const { types, isComplete } = useTypeStates();
  const canBeBooked = types.some(({ state }) => state.state === 'bookable');
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t('booking.open')}
        hint={t(isOpen ? 'booking.isOpen' : 'booking.isClosed')}
        checked={isOpen}
        disabled={readOnly || !writable}
        onChange={setOpen}
      />
      {isOpen && !canBeBooked && isComplete && (
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
      {isOpen && (
        <CopyField label={t('booking.link')} value={`${location.origin}/p/${slug}/book`} hint={t('booking.linkHint')} />
      )}
    </div>
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
  const { isOpen, ...rules } = booking;
  return (
    <>
      <PageHeader title={t('settings:title')} tabs={tabs} />
      {isKnown ? (
        <div className="flex max-w-2xl flex-col gap-10">
          <OpenSwitch isOpen={isOpen} readOnly={readOnly} />
          <RulesForm saved={rules} readOnly={readOnly} />
          <BlockedDays />
        </div>
      ) : (
        <LoadingPlaceholder className="h-96 max-w-2xl" />
      )}
    </>
  );
}
