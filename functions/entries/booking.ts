import { book, hold, release, slots, types } from '../booking/handlers.ts';
import { appointment, cancel, managed, reschedule, rescheduleSlots } from '../booking/manage-handlers.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../platform/env.ts';
import { createGroup } from '../platform/http/router.ts';
import { services } from '../platform/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'APP_ORIGIN', ...OUTBOX_TRIGGER_ENV]);

/** Handles the endpoints of the group `booking`. */
export const handler = createGroup<'booking'>(
  {
    types,
    slots,
    hold,
    release,
    book,
    managed,
    appointment,
    rescheduleSlots,
    reschedule,
    cancel,
  },
  services,
);
