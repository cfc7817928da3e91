import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/booking.ts';
import { Button } from '#web/components/ui/button.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { DefinitionList } from './facts.tsx';
import { SlotText } from './slot-text.tsx';
import { StepLink } from './step-link.tsx';
import { StepPage, type StepLayoutProps } from './step-page.tsx';
import type { TimeZones } from './use-zones.ts';

interface RescheduleConfirmProps extends StepLayoutProps {
  booking: ManagedBooking;
  slot: { start: number; end: number };
  zones: TimeZones;
  sending: boolean;
  /** Where another time is chosen. */
  timeHref: string;
  onMove: () => void;
  /** What went wrong. */
  children: ReactNode;
}

/** The old time and the new one, before it is changed. */
export function RescheduleConfirm(props: RescheduleConfirmProps) {
  const { site, studio, booking, slot, zones, sending, timeHref, onMove, children } = props;
  const { t } = useTranslation('booking');
  return (
    <StepPage
      site={site}
      studio={studio}
      title={t('move.confirmTitle')}
      back={{ href: timeHref, label: t('back.times') }}
    >
      <DefinitionList
        rows={[
          [t('facts.what'), booking.type],
          [t('move.from'), <SlotText key="from" slot={booking} zones={zones} />],
          [t('move.to'), <SlotText key="to" slot={slot} zones={zones} />],
        ]}
      />
      {children}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" loading={sending} onClick={onMove}>
          {t('move.confirm')}
        </Button>
        <StepLink href={timeHref} className={buttonClass()}>
          {t('move.other')}
        </StepLink>
      </div>
    </StepPage>
  );
}
