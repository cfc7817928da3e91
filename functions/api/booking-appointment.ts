import { booking } from '#core/api/booking.ts';
import { limitReads } from '../lib/booking-limits.ts';
import { toManagedBooking } from '../lib/booking-links.ts';
import { defineHandler } from '../lib/http.ts';
import { sessionUid, renderCalendar } from '../lib/ics.ts';
import { findManaged } from './booking-links.ts';

const STATUS = {
  inquiry: 'TENTATIVE',
  scheduled: 'CONFIRMED',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  no_show: 'CONFIRMED',
  declined: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const;

/** Named and numbered as in the mails: whoever takes both has one appointment in their calendar, the newer one. */
export const appointment = defineHandler(booking.appointment, async ({ services, request, params }) => {
  const { db, appOrigin } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const { page, studio, session } = await findManaged(db, params.accountSlug, params.token, now);
  const [row] = await db.query<{ sequence: number }>(
    `select greatest(0, extract(epoch from updated_at - created_at))::int as sequence
     from sessions where account_id = $1 and id = $2`,
    [studio.accountId, session.id],
  );
  const { type, start, end, place, status } = toManagedBooking(studio, session, now);
  const event = {
    uid: sessionUid(session.id, appOrigin),
    sequence: row?.sequence ?? 0,
    stamp: now,
    start,
    end,
    status: STATUS[status],
    summary: [type, page.name].filter(Boolean).join(' · '),
    description: '',
    location: place,
    url: `${appOrigin}/p/${page.slug}/booking/${params.token}`,
  };
  return {
    body: undefined,
    json: renderCalendar({ name: page.name, method: 'PUBLISH', events: [event] }),
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="session.ics"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  };
});
