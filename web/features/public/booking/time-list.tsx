import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSlot } from '#core/api/booking.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatTime } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { seatsLeftIfFew } from './slot-days.ts';
import { longDay } from './words.ts';

interface TimeListProps {
  day: string;
  slots: readonly PublicSlot[];
  /** All that have come, of every day. */
  all: readonly PublicSlot[];
  zone: string;
  pending: number | null;
  onPick: (slot: PublicSlot) => void;
}

/** The times of a day. */
export function TimeList({ day, slots, all, zone, pending, onPick }: TimeListProps) {
  const { t } = useTranslation('booking');
  const language = currentLanguage();
  const id = useId();
  const places = new Set(slots.map(({ place }) => place).filter(Boolean));
  const [onlyPlace] = places.size === 1 ? places : [];
  const noteOf = (slot: PublicSlot) => {
    const few = seatsLeftIfFew(slot, all);
    return few === null ? '' : t('times.left', { count: few });
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} className="font-semibold first-letter:uppercase">
          {longDay(day, language)}
        </h2>
        <output className="text-caption text-soft">{t('times.free', { count: slots.length })}</output>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
        {slots.map((slot) => {
          const notes = [noteOf(slot), places.size > 1 && slot.place].filter(Boolean);
          return (
            <li key={slot.start}>
              <Button
                className="size-full flex-col gap-0! px-2! py-2"
                loading={pending === slot.start}
                onClick={() => onPick(slot)}
              >
                <time dateTime={new Date(slot.start).toISOString()}>{formatTime(slot.start, language, zone)}</time>
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
      {onlyPlace && <p className="text-soft">{t('times.where', { place: onlyPlace })}</p>}
    </section>
  );
}
