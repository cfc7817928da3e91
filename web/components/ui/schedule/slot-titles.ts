import type { Segment } from './day-columns.ts';
import { SLOT_ROWS, SLOT_MINUTES } from './slot-keys.ts';

/** What lies in each slot of a day, as titles: said of a slot to who does not see what lies over it. */
export function slotTitles(segments: readonly Segment[]): readonly (readonly string[])[] {
  const titles: string[][] = Array.from({ length: SLOT_ROWS }, () => []);
  for (const { item, top, bottom } of segments) {
    for (let row = Math.floor(top / SLOT_MINUTES); row < Math.min(SLOT_ROWS, bottom / SLOT_MINUTES); row += 1)
      titles[row]!.push(item.title);
  }
  return titles;
}
