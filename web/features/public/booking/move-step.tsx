import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking, PublicSlot } from '#core/api/booking.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { FailedPage } from '../failed-page.tsx';
import { isFailure } from '../failure.ts';
import { useFailureText } from '../use-failure-text.ts';
import { WaitingPage } from '../waiting-page.tsx';
import { navigateStep } from './address.ts';
import { ContactStudio } from './ask-studio.tsx';
import type { BookingApi } from './booking-api.ts';
import { RescheduleConfirm } from './move-confirm.tsx';
import { NextSlots, nextSlotsFromError } from './next-slots.tsx';
import { manageBookingHref } from './own-address.ts';
import { SlotText } from './slot-text.tsx';
import { StepPage, type StepLayoutProps } from './step-page.tsx';
import { TimePicker } from './time-picker.tsx';
import { useRequest } from './use-loaded.ts';
import type { TimeZones } from './use-zones.ts';

interface RescheduleStepProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
  /** The new time, once one is chosen. */
  start: number;
  onMoved: (booking: ManagedBooking) => void;
}

/** Another time for a booking: chosen as the first one was, then said once more before anything changes. */
export function RescheduleStep({ site, studio, api, token, booking, zones, start, onMoved }: RescheduleStepProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const source = useCallback((from: number, to: number) => api.moves(token, from, to), [api, token]);
  // How far ahead can be booked; a studio that is closed meanwhile says so here.
  const { data: offer, failure, retry } = useRequest(useCallback(() => api.types(), [api]));
  const timeHref = manageBookingHref(site, token, 'time');
  const pick = (slot: PublicSlot) => {
    const inPlace = nextSlotsFromError(refusal) !== null;
    setRefusal(null);
    navigateStep(`${timeHref}&start=${slot.start}`, { replace: inPlace && start > 0 });
  };
  const move = async () => {
    setSending(true);
    setRefusal(null);
    try {
      onMoved(await api.reschedule(token, start));
    } catch (error) {
      setRefusal(error);
    } finally {
      setSending(false);
    }
  };
  const frame = { site, studio };
  if (isFailure(failure, 'booking_closed')) {
    const text = t('closed.text', { studio: studio.name });
    return <ContactStudio {...frame} title={t('closed.title')} text={text} subject={t('closed.subject')} />;
  }
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  if (!offer) return <WaitingPage {...frame} />;
  const next = nextSlotsFromError(refusal);
  const said = (
    <>
      {next && <NextSlots slots={next} zones={zones} pending={null} onPick={pick} />}
      {refusal !== null && !next && <Banner tone="danger">{failureText(refusal)}</Banner>}
    </>
  );
  if (start > 0) {
    const slot = { start, end: start + booking.end - booking.start };
    return (
      <RescheduleConfirm {...frame} {...{ booking, slot, zones, sending, timeHref }} onMove={() => void move()}>
        {said}
      </RescheduleConfirm>
    );
  }
  return (
    <StepPage
      {...frame}
      wide
      title={t('times.moveTitle')}
      back={{ href: manageBookingHref(site, token), label: t('back.booking') }}
    >
      <p>
        <span className="text-soft">{`${t('move.from')}: `}</span>
        <SlotText slot={booking} zones={zones} />
      </p>
      {said}
      <TimePicker
        studio={studio}
        source={source}
        horizonDays={offer.horizonDays}
        zones={zones}
        pending={null}
        onPick={pick}
      />
    </StepPage>
  );
}
