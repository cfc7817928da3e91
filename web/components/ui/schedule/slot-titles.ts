import type { Segment } from './day-columns.ts';
import { ROWS, SLOT } from './slot-keys.ts';

/** What lies in each slot of a day, as titles: said of a slot to who does not see what lies over it. */
export function slotTitles(segments: readonly Segment[]): readonly (readonly string[])[] {
  const titles: string[][] = Array.from({ length: ROWS }, () => []);
  for (const { item, top, bottom } of segments) {
    for (let row = Math.floor(top / SLOT); row < Math.min(ROWS, bottom / SLOT); row += 1) titles[row]!.push(item.title);
  }
  return titles;
}
