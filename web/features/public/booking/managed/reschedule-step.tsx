import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSlot } from '#core/api/booking.ts';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { movedSteps } from '#core/domain/payments/cancellation-terms.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useLiveRoom } from '#web/lib/live/use-live-room.ts';
import { isFailure, useFailureText } from '../../shell/failure.ts';
import { FailedPage, WaitingPage } from '../../shell/message-page.tsx';
import { type BookingApi, fetchAllSlots } from '../booking-api.ts';
import { CancellationRuleText } from '../cancellation.tsx';
import { ContactStudio } from '../contact-studio.tsx';
import { NextSlots, nextSlotsFromError, SlotText } from '../times/next-slots.tsx';
import { manageBookingHref, navigateStep } from '../step-navigation.ts';
import { DefinitionList, type StepLayoutProps, StepLink, StepPage } from '../step-page.tsx';
import { TimePicker } from '../times/time-picker.tsx';
import type { TimeZones } from '../times/time-zones.ts';
import { useRequest } from '../../shell/use-request.ts';

interface RescheduleConfirmProps extends StepLayoutProps {
  booking: ManagedBooking;
  slot: { start: number; end: number };
  zones: TimeZones;
  sending: boolean;
  /** URL of the step that chooses another time. */
  timeHref: string;
  onMove: () => void;
  /** Content above the button, e.g. an error banner. */
  children: ReactNode;
}

/** Shows the old and the new time before the change, and what cancelling costs after it. */
function RescheduleConfirm(props: RescheduleConfirmProps) {
  const { site, studio, booking, slot, zones, sending, timeHref, onMove, children } = props;
  const { t } = useTranslation('booking');
  const [now] = useState(Date.now);
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
      {booking.cancellation?.terms && (
        <CancellationRuleText
          steps={movedSteps(
            booking.cancellation.rule,
            { startsAt: booking.start, price: booking.price ?? 0, deposit: booking.deposit ?? 0 },
            { by: 'client', to: slot.start, now },
          )}
          currency={booking.price === null ? null : booking.currency}
          zones={zones}
        />
      )}
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

interface RescheduleStepProps extends StepLayoutProps {
  api: BookingApi;
  token: string;
  booking: ManagedBooking;
  zones: TimeZones;
  /** New start time, epoch milliseconds; set once a slot is chosen. */
  start: number;
  onMoved: (booking: ManagedBooking) => void;
}

/** Reschedules a booking: choose a slot, then confirm it. */
export function RescheduleStep({ site, studio, api, token, booking, zones, start, onMoved }: RescheduleStepProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  /** Start of the slot last chosen, else of the booking itself. */
  const [picked, setPicked] = useState(start > 0 ? start : booking.start);
  const source = useCallback((from: number, to: number) => api.moves(token, from, to), [api, token]);
  // The types request returns the booking horizon. It also reports whether the studio has closed booking.
  const { data: offer, failure, retry } = useRequest(useCallback(() => api.types(), [api]));
  const timeHref = manageBookingHref(site, token, 'time');
  const pick = (slot: PublicSlot) => {
    const isReplacing = nextSlotsFromError(refusal) !== null;
    setRefusal(null);
    setPicked(slot.start);
    navigateStep(`${timeHref}&start=${slot.start}`, { replace: isReplacing && start > 0 });
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
  /** Start of a chosen slot that another person has taken since. */
  const [taken, setTaken] = useState<number | null>(null);
  // Before a slot is chosen, the time picker follows the studio's slots.
  useLiveRoom(offer && start > 0 ? `s:${offer.accountId}` : null, {
    rev: null,
    ask: async () => {
      const slots = await fetchAllSlots(source, start, start + 1);
      setTaken(slots.length > 0 ? null : start);
    },
  });
  const frame = { site, studio };
  if (isFailure(failure, 'booking_closed')) {
    const text = t('closed.text', { studio: studio.name });
    return <ContactStudio {...frame} title={t('closed.title')} text={text} subject={t('closed.subject')} />;
  }
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  if (!offer) return <WaitingPage {...frame} />;
  const next = nextSlotsFromError(refusal);
  const feedback = (
    <>
      {next && <NextSlots refusal={refusal} slots={next} zones={zones} pending={null} onPick={pick} />}
      {refusal !== null && !next && <Banner tone="danger">{failureText(refusal)}</Banner>}
      {refusal === null && start > 0 && taken === start && (
        <Banner tone="warning" title={t('taken.title')}>
          {t('move.taken')}
        </Banner>
      )}
    </>
  );
  if (start > 0) {
    const slot = { start, end: start + booking.end - booking.start };
    return (
      <RescheduleConfirm {...frame} {...{ booking, slot, zones, sending, timeHref }} onMove={() => void move()}>
        {feedback}
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
      {feedback}
      <TimePicker
        studio={studio}
        source={source}
        accountId={offer.accountId}
        horizonDays={offer.horizonDays}
        zones={zones}
        near={picked}
        pending={null}
        onPick={pick}
      />
    </StepPage>
  );
}
