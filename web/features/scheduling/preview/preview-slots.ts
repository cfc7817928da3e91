import { freeSlots, type Slot, type SlotSearch } from '#core/domain/slots.ts';
import { bookableSpan } from '#core/domain/slot-rules.ts';
import { localDate } from '#core/domain/time.ts';

const DAY_MS = 86_400_000;
/** As much as is looked through at once; less than `MAX_SLOT_DAYS`. */
export const PREVIEW_DAYS = 28;

export interface PreviewDay {
  /** In the zone that is looked from, `2026-11-24`. */
  date: string;
  slots: Slot[];
}

/** The slots of some weeks from now on, by the days of a zone. */
export function previewDays(search: Omit<SlotSearch, 'from' | 'to'>, weeks: number, zone: string): PreviewDay[] {
  const days: PreviewDay[] = [];
  const end = search.now + weeks * 7 * DAY_MS;
  for (let from = search.now; from < end; from += PREVIEW_DAYS * DAY_MS) {
    for (const slot of freeSlots({ ...search, from, to: Math.min(end, from + PREVIEW_DAYS * DAY_MS) })) {
      const date = localDate(slot.start, zone);
      const last = days.at(-1);
      if (last?.date === date) last.slots.push(slot);
      else days.push({ date, slots: [slot] });
    }
  }
  return days;
}

/** Whether more could be booked beyond these weeks. */
export function hasMore({ rules, now, zone }: Pick<SlotSearch, 'rules' | 'now' | 'zone'>, weeks: number): boolean {
  return bookableSpan(rules, now, zone).to > now + weeks * 7 * DAY_MS;
}
