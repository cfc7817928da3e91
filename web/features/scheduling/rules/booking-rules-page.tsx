import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { useStudioRules } from '../studio-rules.ts';
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
  const mutate = useMutation();
  const writable = useWritable();
  const [types, { type }] = useQuery(queries.sessionTypes.list());
  const canBeBooked = types.some(
    ({ isBookable, archivedAt, plans }) => isBookable && archivedAt === null && plans.some(({ isActive }) => isActive),
  );
  const set = (open: boolean) => mutators.settings.setBooking({ rules: { isOpen: open }, now: Date.now() });
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={t('booking.open')}
        hint={t(isOpen ? 'booking.isOpen' : 'booking.isClosed')}
        checked={isOpen}
        disabled={readOnly || !writable}
        onChange={(open) =>
          void mutate(set(open), { done: t(open ? 'booking.opened' : 'booking.closed'), undo: () => set(!open) })
        }
      />
      {isOpen && !canBeBooked && type === 'complete' && (
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
