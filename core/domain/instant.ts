import { z } from 'zod';

/** A moment that a person names, epoch milliseconds: 1900 to 2100, which databases and calendars all reach. */
export const instant = z.number().int().min(-2_208_988_800_000).max(4_102_444_800_000);
