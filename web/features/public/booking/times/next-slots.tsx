import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSlot } from '#core/api/booking.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { isFailure } from '../../shell/failure.ts';
import type { TimeZones } from './time-zones.ts';

/** Returns the next free slots if another visitor took the slot first; null for any other failure. */
export function nextSlotsFromError(error: unknown): PublicSlot[] | null {
  if (!isFailure(error, 'slot_taken') && !isFailure(error, 'hold_expired')) return null;
  const { slots } = error.params;
  return Array.isArray(slots) ? (slots as PublicSlot[]) : [];
}

/** Returns until when another visitor, or this one in another browser, holds the slot; null if nobody does. */
function heldUntil(error: unknown): number | null {
  const until = isFailure(error, 'slot_taken') ? error.params['heldUntil'] : null;
  return typeof until === 'number' ? until : null;
}

interface NextSlotsProps {
  /** The refusal that names the slots. */
  refusal: unknown;
  slots: readonly PublicSlot[];
  zones: TimeZones;
  pending: number | null;
  onPick: (slot: PublicSlot) => void;
}

/** Says that the slot is taken and offers the next free ones. */
export function NextSlots({ refusal, slots, zones, pending, onPick }: NextSlotsProps) {
  const { t } = useTranslation('booking');
  const format = useFormat({ zone: zones.shown });
  const held = heldUntil(refusal);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, [slots]);
  return (
    <section
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-4 flex-col gap-3 rounded-control bg-warning-tint px-4 py-4 outline-none"
    >
      <div>
        <h2 className="font-semibold">{t('taken.title')}</h2>
        {held !== null && <p>{t('taken.held', { time: format.time(held) })}</p>}
        <p className="text-soft">{slots.length > 0 ? t('taken.text') : t('taken.none')}</p>
      </div>
      {slots.length > 0 && (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {slots.map((slot) => (
            <li key={slot.start}>
              <Button
                className="size-full flex-col gap-0! bg-raised px-2! py-2"
                loading={pending === slot.start}
                onClick={() => onPick(slot)}
              >
                <span className="text-caption font-normal text-soft first-letter:uppercase">
                  {format.date(slot.start)}
                </span>
                <time dateTime={new Date(slot.start).toISOString()}>{format.time(slot.start)}</time>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface SlotTextProps {
  slot: { start: number; end: number };
  zones: TimeZones;
}

/** Renders "Sat 21 Nov, 10:00–11:00 (Madrid)", and the studio's time below if it differs. */
export function SlotText({ slot, zones }: SlotTextProps) {
  const { t } = useTranslation('booking');
  const visitor = useFormat({ zone: zones.visitor });
  const studio = useFormat({ zone: zones.studio });
  if (!zones.differ || visitor.time(slot.start) === studio.time(slot.start)) {
    return <Time slot={slot}>{studio.span(slot)}</Time>;
  }
  return (
    <>
      <Time slot={slot}>{visitor.span(slot)}</Time>
      <br />
      <span className="text-soft">{`${t('facts.there')}: `}</span>
      <Time slot={slot}>{studio.span(slot)}</Time>
    </>
  );
}

function Time({ slot, children }: { slot: { start: number }; children: string }) {
  return (
    <time dateTime={new Date(slot.start).toISOString()} className="first-letter:uppercase">
      {children}
    </time>
  );
}
