import type { GridOptions } from '#web/lib/justified-rows.ts';
import type { Density } from './studio-look.ts';

const GAPS: Record<Density, { phone: number; desk: number; scale: number }> = {
  tight: { phone: 2, desk: 4, scale: 0.85 },
  standard: { phone: 6, desk: 12, scale: 1 },
  generous: { phone: 12, desk: 28, scale: 1.15 },
};

/** Below this the grid is a phone's: one landscape or two portraits a row. */
const PHONE_WIDTH = 640;

/** Rows and gaps for a width, by the studio's `theme.spacing`. */
export function gridOptions(width: number, density: Density): GridOptions {
  const { phone, desk, scale } = GAPS[density];
  if (width < PHONE_WIDTH) return { width, gap: phone, rowHeight: width * 0.62 * scale };
  return { width, gap: desk, rowHeight: Math.min(440, Math.max(260, 190 + width * 0.11)) * scale };
}
