import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSlot } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Calendar } from '#web/components/ui/inputs/calendar.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useFailureText } from '../../shell/failure.ts';
import type { SlotSource } from '../booking-api.ts';
import { dateInZone, dayToShow, type HeldSlot, slotsByDay } from './slots.ts';
import { EmptyMonth, TimeList, ZoneNote } from './time-list.tsx';
import type { TimeZones } from './time-zones.ts';
import { useSlots } from './use-slots.ts';

interface TimePickerProps {
  studio: PublicStudio;
  source: SlotSource;
  accountId: string;
  horizonDays: number;
  zones: TimeZones;
  /** Slot that this visitor holds or has just released: free for them. */
  own?: HeldSlot | null;
  /** Start of the previous choice, epoch milliseconds: its day is shown first. */
  near: number | null;
  /** Start of the slot that is being held right now. */
  pending: number | null;
  onPick: (slot: PublicSlot) => void;
}

/** Shows a month with its free days, and the slots of the chosen day. */
export function TimePicker(props: TimePickerProps) {
  const { studio, source, accountId, horizonDays, zones, own = null, near, pending, onPick } = props;
  const { t } = useTranslation(['booking', 'common']);
  const failureText = useFailureText();
  const [now] = useState(Date.now);
  const nearDay = near !== null && near > now ? dateInZone(near, zones.shown) : null;
  const [shown, setShown] = useState(nearDay);
  const [chosen, setChosen] = useState(nearDay);
  const times = useRef<HTMLDivElement>(null);
  const today = dateInZone(now, zones.shown);
  const month = (shown ?? today).slice(0, 7);
  const free = useSlots({ source, accountId, horizonDays, shown: month, own });
  const byDay = useMemo(
    // Wait for the shown month: later months may load first, and their days would be offered too early.
    () => slotsByDay(free.there ? free.slots : [], zones.shown),
    [free.there, free.slots, zones.shown],
  );
  const days = [...byDay.keys()];
  // Show the first free day as soon as no earlier one can follow.
  if (shown === null && days[0]) setShown(days[0]);
  const ofMonth = days.filter((day) => day.startsWith(month));
  const day = dayToShow(ofMonth, chosen);
  const last = dateInZone(now + horizonDays * DAY_MS, zones.shown);
  const choose = (wanted: string) => {
    setChosen(wanted);
    // On a phone the slots are below the calendar: scroll to them.
    times.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="flex flex-col gap-6">
      <ZoneNote zones={zones} />
      {free.failure !== null && (
        <Banner
          tone="warning"
          title={t('times.failed')}
          action={
            <Button size="small" onClick={free.retry}>
              {t('common:retry')}
            </Button>
          }
        >
          {failureText(free.failure)}
        </Banner>
      )}
      <div className="grid gap-8 md:grid-cols-2 md:gap-12">
        <Calendar
          value={day}
          onChange={choose}
          today={today}
          shown={shown ?? today}
          onShow={setShown}
          min={today}
          max={days.at(-1) && days.at(-1)! > last ? days.at(-1)! : last}
          isDisabled={(date) => !byDay.has(date)}
          describeDay={(date) => {
            const count = byDay.get(date)?.length;
            return count ? t('times.free', { count }) : t('times.none');
          }}
          renderDay={(date) =>
            byDay.has(date) && (
              <span
                aria-hidden
                className={date === day ? 'size-1 rounded-full bg-on-accent' : 'size-1 rounded-full bg-accent'}
              />
            )
          }
        />
        <div ref={times} className="scroll-my-4 md:min-h-80">
          <TakenNote starts={free.taken} day={day} zone={zones.shown} slots={free.slots} />
          {day !== null ? (
            <TimeList
              day={day}
              slots={byDay.get(day) ?? []}
              all={free.slots}
              zone={zones.shown}
              pending={pending}
              onPick={onPick}
            />
          ) : free.there ? (
            <EmptyMonth
              studio={studio}
              month={month}
              today={today}
              last={last}
              next={days.find((date) => date > month) ?? null}
              any={days.length > 0}
              searched={free.searched}
              onShow={setShown}
            />
          ) : (
            free.failure === null && <TimesOnTheirWay />
          )}
        </div>
      </div>
    </div>
  );
}

interface TakenNoteProps {
  starts: readonly number[];
  /** The shown day; null without one. */
  day: string | null;
  zone: string;
  /** Free slots: one that was taken may be free again. */
  slots: readonly PublicSlot[];
}

/** Names the times of the shown day that others have just taken. */
function TakenNote({ starts, day, zone, slots }: TakenNoteProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone });
  const note = useRef<HTMLOutputElement>(null);
  const ofDay = starts.filter(
    (start) => dateInZone(start, zone) === day && !slots.some((slot) => slot.start === start),
  );
  const times = [...new Set(ofDay)].toSorted((left, right) => left - right).map((start) => format.time(start));
  useEffect(() => {
    // The button that had the focus is gone.
    if (starts.length > 0 && document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, [starts]);
  return (
    <output ref={note} tabIndex={-1} className="block outline-none">
      {times.length > 0 && (
        <span className="mb-4 block rounded-control bg-warning-tint px-4 py-3">
          {t('times.taken', { count: times.length, times: new Intl.ListFormat(format.locale).format(times) })}
        </span>
      )}
    </output>
  );
}

function TimesOnTheirWay() {
  const { t } = useTranslation('booking');
  return (
    <div className="flex flex-col gap-4">
      <output className="sr-only">{t('times.loading')}</output>
      <Skeleton className="h-6 w-48" />
      <div className="grid grid-cols-3 gap-2">
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} className="h-control" />
        ))}
      </div>
    </div>
  );
}
