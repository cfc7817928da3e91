import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { endOfDay, instantAtMinute, localDate } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Shortest event that is offered, in milliseconds. */
const MIN_EVENT_MS = HOUR_MS;
/** Weddings end after midnight: at 04:00, in minutes. */
const LATE_MINUTE = 28 * 60;

interface EventEnds {
  /** End of today; null shortly before it. */
  tonight: number | null;
  /** In the night after today. */
  late: number;
  tomorrow: number;
}

/** Returns ends of an event that starts now, epoch milliseconds by the clock of `zone`. */
export function eventEnds(now: number, zone: string): EventEnds {
  const today = localDate(now, zone);
  const tonight = endOfDay(today, zone);
  return {
    tonight: tonight - now < MIN_EVENT_MS ? null : tonight,
    late: instantAtMinute(today, LATE_MINUTE, zone),
    tomorrow: endOfDay(localDate(tonight + 1, zone), zone),
  };
}

/** True while visitors' pages show new photos automatically. */
export function isLive({ eventUntil }: { eventUntil: number | null }, now: number): boolean {
  return eventUntil !== null && eventUntil > now;
}

/** Says until when new photos appear automatically; nothing otherwise. */
export function LiveTag({ gallery: { eventUntil } }: { gallery: Pick<GalleryRow, 'eventUntil'> }) {
  const { t } = useTranslation('galleries');
  const { timeZone } = useAccount();
  const format = useFormat();
  const now = useNow();
  if (eventUntil === null || !isLive({ eventUntil }, now)) return null;
  const isToday = localDate(eventUntil, timeZone) === localDate(now, timeZone);
  const time = isToday ? format.time(eventUntil) : format.dateTime(eventUntil);
  return <Tag tone="accent">{t('event.live', { time })}</Tag>;
}

/** Switches an event on and off, and sets its end; every change applies immediately. */
export function EventSwitch({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const { timeZone } = useAccount();
  const mutate = useMutation();
  const writable = useWritable();
  const now = useNow();
  const { eventUntil } = gallery;
  const isOn = isLive({ eventUntil }, now);
  const change = (until: number | null) =>
    void mutate(mutators.galleries.update({ id: gallery.id, changes: { eventUntil: until }, now: Date.now() }));
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-col">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line pb-3">
          <h2 id={id} className="text-lead font-semibold">
            {t('event.title')}
          </h2>
          <LiveTag gallery={gallery} />
        </div>
        <Switch
          label={t('event.on')}
          hint={t('event.hint')}
          checked={isOn}
          disabled={!writable}
          onChange={(on) => {
            const ends = eventEnds(Date.now(), timeZone);
            change(on ? (ends.tonight ?? ends.late) : null);
          }}
        />
        {isOn && gallery.status !== 'published' && <p className="text-caption text-soft">{t('event.closed')}</p>}
      </div>
      {isOn && eventUntil !== null && <EventEnd until={eventUntil} onChange={change} />}
    </section>
  );
}

/** Chooses the end of an event. */
function EventEnd({ until, onChange }: { until: number; onChange: (until: number) => void }) {
  const { t } = useTranslation('galleries');
  const { timeZone } = useAccount();
  const format = useFormat();
  const writable = useWritable();
  const now = useNow();
  const { tonight, late, tomorrow } = eventEnds(now, timeZone);
  const offered = [
    ...(tonight === null ? [] : [{ end: tonight, label: t('event.tonight', { time: format.time(tonight) }) }]),
    { end: late, label: t('event.late', { time: format.time(late) }) },
    { end: tomorrow, label: format.dateTime(tomorrow) },
  ];
  const [wantsOther, setWantsOther] = useState(false);
  const isOther = wantsOther || offered.every(({ end }) => end !== until);
  /** The entered time, until it is in the future. */
  const [entered, setEntered] = useState<string | null>(null);
  const enter = (value: string) => {
    const end = readDateInput(value, timeZone);
    const isValid = end !== null && end > Date.now();
    setEntered(isValid ? null : value);
    if (isValid) onChange(end);
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('event.until')}>
        <Select
          value={isOther ? OTHER : String(until)}
          disabled={!writable}
          options={[
            ...offered.map(({ end, label }) => ({ value: String(end), label })),
            { value: OTHER, label: t('event.custom') },
          ]}
          onChange={({ target: { value } }) => {
            setEntered(null);
            setWantsOther(value === OTHER);
            if (value !== OTHER) onChange(Number(value));
          }}
        />
      </Field>
      {isOther && (
        <DateField
          label={t('event.customLabel')}
          withTime
          zone={timeZone}
          disabled={!writable}
          value={entered ?? dateInput(until, timeZone)}
          min={dateInput(now, timeZone)}
          onChange={enter}
          error={entered === null ? undefined : t('event.past')}
        />
      )}
    </div>
  );
}

const OTHER = 'other';
