import { hold, release, slots, types } from '../api/booking.ts';
import { appointment } from '../api/booking-appointment.ts';
import { book } from '../api/booking-book.ts';
import { cancel, rescheduleSlots as rescheduleSlots, managed as managed, reschedule } from '../api/booking-links.ts';
import { createGroup } from '../http-api.ts';
import { OUTBOX_TRIGGER_ENV, REPORT_ENV, requireEnv } from '../lib/env.ts';
import { services } from '../lib/services.ts';

/** Every variable that this function may read. */
export const env = requireEnv(['ORIGIN_SECRET', ...REPORT_ENV, 'DATABASE_URL', 'APP_ORIGIN', ...OUTBOX_TRIGGER_ENV]);

/** Answers the endpoints of the group `booking`. */
export const handler = createGroup<'booking'>(
  {
    types,
    slots,
    hold,
    release,
    book,
    managed: managed,
    appointment,
    rescheduleSlots: rescheduleSlots,
    reschedule,
    cancel,
  },
  services,
);
