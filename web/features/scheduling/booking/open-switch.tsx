import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { CopyField } from '#web/components/ui/copy-field.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useMutation } from '#web/lib/act.tsx';
import { useStore } from '#web/lib/store.tsx';

interface OpenSwitchProps {
  isOpen: boolean;
  readOnly: boolean;
  /** Where session types are. */
  sessionTypes: string;
}

/** Whether clients can book, and where; and what they lack for it. */
export function OpenSwitch({ isOpen, readOnly, sessionTypes }: OpenSwitchProps) {
  const { t } = useTranslation('scheduling');
  const { slug } = useAccount();
  const act = useMutation();
  const { writable } = useStore();
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
          void act(set(open), { done: t(open ? 'booking.opened' : 'booking.closed'), undo: () => set(!open) })
        }
      />
      {isOpen && !canBeBooked && type === 'complete' && (
        <Banner
          tone="warning"
          title={t('booking.nothing')}
          action={
            <Link to={sessionTypes} className={buttonClass({ size: 'small' })}>
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
