import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSlot } from '#core/api/booking.ts';
import type { PublicStudio } from '#core/api/public.ts';
import { zoneCity } from '#core/domain/values/format.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { longDay, monthName } from '../format.ts';
import { ContactList } from '../../shell/contact-list.tsx';
import { seatsLeftIfFew } from './slots.ts';
import type { TimeZones } from './time-zones.ts';

interface TimeListProps {
  day: string;
  slots: readonly PublicSlot[];
  /** All loaded slots, of every day. */
  all: readonly PublicSlot[];
  zone: string;
  pending: number | null;
  onPick: (slot: PublicSlot) => void;
}

/** Lists the slots of one day. */
export function TimeList({ day, slots, all, zone, pending, onPick }: TimeListProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone });
  const id = useId();
  const locations = new Set(slots.map(({ place }) => place).filter(Boolean));
  const [onlyLocation] = locations.size === 1 ? locations : [];
  const noteOf = (slot: PublicSlot) => {
    const few = seatsLeftIfFew(slot, all);
    return few === null ? '' : t('times.left', { count: few });
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} className="font-semibold first-letter:uppercase">
          {longDay(day, format)}
        </h2>
        <output className="text-caption text-soft">{t('times.free', { count: slots.length })}</output>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
        {slots.map((slot) => {
          const notes = [noteOf(slot), locations.size > 1 && slot.place].filter(Boolean);
          return (
            <li key={slot.start}>
              <Button
                className="size-full flex-col gap-0! px-2! py-2"
                loading={pending === slot.start}
                onClick={() => onPick(slot)}
              >
                <time dateTime={new Date(slot.start).toISOString()}>{format.time(slot.start)}</time>
                {notes.map((note) => (
                  <span key={String(note)} className="text-caption font-normal wrap-anywhere text-soft">
                    {note}
                  </span>
                ))}
              </Button>
            </li>
          );
        })}
      </ul>
      {onlyLocation && <p className="text-soft">{t('times.where', { place: onlyLocation })}</p>}
    </section>
  );
}

interface EmptyMonthProps {
  studio: PublicStudio;
  /** Month as `2026-12`. */
  month: string;
  today: string;
  /** Last bookable day. */
  last: string;
  /** Next free day after the month. */
  next: string | null;
  /** True if any day is free, also an earlier one. */
  any: boolean;
  /** True once all later months are known. */
  searched: boolean;
  onShow: (day: string) => void;
}

/** Says that a month has no free slot and names the next free day. */
export function EmptyMonth({ studio, month, today, last, next, any, searched, onShow }: EmptyMonthProps) {
  const { t } = useTranslation('booking');
  const format = useFormat();
  if (searched && !next && !any) {
    return (
      <div className="flex flex-col gap-4">
        <p className="font-medium">{t('times.nothing', { date: longDay(last, format) })}</p>
        <p className="text-soft">{t('times.ask', { studio: studio.name })}</p>
        <ContactList studio={studio} />
      </div>
    );
  }
  return (
    <output className="flex flex-col items-start gap-3">
      <p className="font-medium">{t('times.emptyMonth', { month: monthName(month, format, today) })}</p>
      {next && <p className="text-soft">{t('times.next', { day: longDay(next, format) })}</p>}
      {!next && (
        <p className="text-soft">
          {searched ? t('times.nothing', { date: longDay(last, format) }) : t('times.searching')}
        </p>
      )}
      {next && (
        <Button onClick={() => onShow(next)}>{t('times.show', { month: monthName(next, format, today) })}</Button>
      )}
    </output>
  );
}

/** Names the time zone of the shown times and offers to switch to the other one. */
export function ZoneNote({ zones }: { zones: TimeZones }) {
  const { t } = useTranslation('booking');
  const [yours, studio] = [zoneCity(zones.visitor), zoneCity(zones.studio)];
  if (!zones.differ) return <p className="text-caption text-soft">{t('zone.same', { studio })}</p>;
  const isVisitorZone = zones.shown === zones.visitor;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-soft">
        {isVisitorZone ? t('zone.yours', { yours, studio }) : t('zone.theirs', { yours, studio })}
      </p>
      <Button size="small" onClick={zones.toggle}>
        {t('zone.switch', { city: isVisitorZone ? studio : yours })}
      </Button>
    </div>
  );
}
