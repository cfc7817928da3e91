import type { SectionsOptions } from './chapters-layout.ts';

/** Below this the screen is a phone's, pixels. */
const NARROW_PX = 640;

/** Smaller than the client's: a photographer looks over many at a time. */
export const gridOptions = (width: number): SectionsOptions =>
  width < NARROW_PX
    ? { width, gap: 4, rowHeight: 120, heading: 56, empty: 72, between: 16 }
    : { width, gap: 8, rowHeight: 190, heading: 60, empty: 88, between: 28 };
