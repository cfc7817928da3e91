import { z } from 'zod';

/**
 * How a studio writes days in its back office, for whoever reads it in whichever language. `auto`: as the reader's
 * language does. `dmy`, `mdy`: with the month's name, day or month first. `ymd`: in figures, `2026-11-21`.
 */
export const DATE_FORMATS = ['auto', 'dmy', 'mdy', 'ymd'] as const;
export const dateFormat = z.enum(DATE_FORMATS);
export type DateFormat = z.infer<typeof dateFormat>;
