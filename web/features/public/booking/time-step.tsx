import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookableType, PublicSlot } from '#core/api/booking.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useFailureText } from '../shell/failure.ts';
import { bookHref } from '../shell/routes.ts';
import { TypeDetails } from './bookable-types.tsx';
import type { BookingApi, BookingTypes } from './booking-api.ts';
import { NextSlots, nextSlotsFromError } from './next-slots.tsx';
import { navigateStep } from './step-navigation.ts';
import { type StepLayoutProps, StepPage } from './step-page.tsx';
import { TimePicker } from './time-picker.tsx';
import type { TimeZones } from './time-zones.ts';
import type { HoldControl } from './use-hold.ts';

interface TimeStepProps extends StepLayoutProps {
  api: BookingApi;
  offer: BookingTypes;
  type: BookableType;
  holding: HoldControl;
  zones: TimeZones;
  /** Returns the URL of the next step. */
  detailsHref: (start: number) => string;
}

/** Second step: choose a slot. The slot is held before the form asks for details. */
export function TimeStep({ site, studio, api, offer, type, holding, zones, detailsHref }: TimeStepProps) {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [pending, setPending] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  /** Incremented when the shown slots are outdated, to load them again. */
  const [round, setRound] = useState(0);
  const source = useCallback((from: number, to: number) => api.slots(type.id, from, to), [api, type.id]);
  const { take } = holding;
  // After a conflict the new answer is authoritative about a released slot.
  const ownHold = holding.hold ?? (round === 0 ? holding.given : null);
  const own = ownHold?.sessionTypeId === type.id ? ownHold : null;
  const [picked, setPicked] = useState(own?.slot.start ?? null);
  const pick = async (slot: PublicSlot) => {
    if (pending !== null) return;
    setRefusal(null);
    setPending(slot.start);
    setPicked(slot.start);
    try {
      if (await take(type.id, slot.start)) navigateStep(detailsHref(slot.start));
    } catch (error) {
      setRefusal(error);
      if (nextSlotsFromError(error)) setRound(round + 1);
    } finally {
      setPending(null);
    }
  };
  const next = nextSlotsFromError(refusal);
  const onPick = (slot: PublicSlot) => void pick(slot);
  return (
    <StepPage
      site={site}
      studio={studio}
      wide
      title={t('times.title')}
      back={{ href: bookHref(site), label: t('back.types') }}
    >
      <div className="flex flex-col gap-1">
        <p className="text-lead font-semibold wrap-anywhere">{type.name}</p>
        <TypeDetails type={type} currency={offer.currency} />
      </div>
      {next && <NextSlots slots={next} zones={zones} pending={pending} onPick={onPick} />}
      {refusal !== null && !next && <Banner tone="danger">{failureText(refusal)}</Banner>}
      <TimePicker
        key={round}
        studio={studio}
        source={source}
        accountId={offer.accountId}
        horizonDays={offer.horizonDays}
        zones={zones}
        own={own}
        near={picked}
        pending={pending}
        onPick={onPick}
      />
    </StepPage>
  );
}
