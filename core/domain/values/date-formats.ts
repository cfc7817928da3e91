import { z } from 'zod';

/**
 * Date format of a studio's back office, in any display language. `auto`: as usual in the reader's language. `dmy`,
 * `mdy`: with the month's name, day or month first. `ymd`: numeric, `2026-11-21`.
 */
export const DATE_FORMATS = ['auto', 'dmy', 'mdy', 'ymd'] as const;
export const dateFormat = z.enum(DATE_FORMATS);
export type DateFormat = z.infer<typeof dateFormat>;
