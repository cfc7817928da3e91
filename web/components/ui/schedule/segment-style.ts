import type { CSSProperties } from 'react';
import type { Segment } from './day-columns.ts';

const percent = (part: number) => `${part * 100}%`;

/** Where a segment lies in the column of its day, and its colour. */
export function segmentStyle({ item, top, bottom, lane, lanes }: Segment): CSSProperties {
  return {
    '--item': item.colour,
    top: percent(top / 1440),
    height: percent((bottom - top) / 1440),
    left: percent(lane / lanes),
    width: percent(1 / lanes),
  } as CSSProperties;
}
