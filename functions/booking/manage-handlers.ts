import { booking } from '#core/api/booking.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { OPEN_STATUSES, SESSION_TRANSITIONS } from '#core/domain/sessions/sessions.ts';
import { assertTransition, canTransition } from '#core/domain/values/transitions.ts';
import { renderCalendar, sessionUid } from '../calendar/ics.ts';
import { recheckCheckouts, WHILE_WAITING } from '../checkouts/close-checkouts.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { pageLanguage } from '../public-studio/page-language.ts';
import { studioAddress } from '../public-studio/studio-address.ts';
import { sessionLinkHref } from '../sessions/session-links.ts';
import {
  cancelByLink,
  changeDeadline,
  confirmEmail,
  findSessionByLink,
  type LinkedSession,
  rescheduleByLink,
  toManagedBooking,
} from './manage-booking.ts';
import { findManaged, lockManaged } from './managed-link.ts';
import { limitReads, limitReschedules, limitWrites } from './rate-limits.ts';
import { assertBookingOpen, type BookingStudio } from './rules.ts';
import { termsOf } from './session-terms.ts';
import { findSlotAt, findSlots, type SlotQuery, toPublicSlots, withAlternatives } from './slots.ts';

/** @throws AppError `transition_refused`, `cutoff_passed` */
function assertChangeable(studio: BookingStudio, { status, date }: LinkedSession, now: number): void {
  if (!OPEN_STATUSES.includes(status)) throw new AppError('transition_refused', { field: 'status', from: status });
  if (now > changeDeadline(studio, date)) throw new AppError('cutoff_passed', { hours: studio.rules.cutoffHours });
}

/**
 * Uses the duration and photographer of the session itself: the studio may have changed them from those of its type.
 */
function rescheduleQuery(studio: BookingStudio, { id, bookable, ...session }: LinkedSession, now: number): SlotQuery {
  assertBookingOpen(studio);
  if (!bookable) throw new AppError('booking_closed');
  const { duration, photographerId } = session;
  return { studio, type: { ...bookable, duration, photographerId }, now, except: { sessionId: id } };
}

export const managed = defineHandler(booking.managed, async ({ services, request, params }) => {
  const now = services.clock();
  await limitReads(services.db, request.viewerIp, now);
  const language = pageLanguage(request);
  const { page, studio, session } = await findManaged(services.db, params.accountSlug, params.token, now, language);
  await confirmEmail(services.db, studio, session);
  await recheckCheckouts(services.db, { accountId: studio.accountId, orderId: session.id }, now, WHILE_WAITING);
  return { body: { studio: page, booking: toManagedBooking(studio, session, now) } };
});

export const rescheduleSlots = defineHandler(booking.rescheduleSlots, async ({ services, request, params, query }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const { studio, session } = await findManaged(db, params.accountSlug, params.token, now);
  const { slots, until } = await findSlots(db, rescheduleQuery(studio, session, now), query.from, query.to);
  return { body: toPublicSlots({ slots: slots.filter(({ start }) => start !== session.date), until }) };
});

export const reschedule = defineHandler(booking.reschedule, async ({ services, request, params, body }) => {
  const { db } = services;
  const { start } = body;
  const now = services.clock();
  await limitWrites(db, request.viewerIp, now);
  const language = pageLanguage(request);
  const before = await findManaged(db, params.accountSlug, params.token, now);
  const { accountId } = before.studio;
  const moving = db.transaction(async (tx) => {
    const { studio, session } = await lockManaged(tx, accountId, params.token, now);
    assertChangeable(studio, session, now);
    // The request was repeated after a lost response: the session is already at this time.
    if (start === session.date) return toManagedBooking(studio, session, now);
    const slot = await findSlotAt(tx, rescheduleQuery(studio, session, now), start);
    if (!slot) throw new AppError('slot_taken');
    await limitReschedules(tx, { sessionId: session.id, email: session.clientEmail, viewerIp: request.viewerIp }, now);
    await rescheduleByLink(tx, accountId, session, slot, now);
    return toManagedBooking(studio, (await findSessionByLink(tx, studio, params.token, { now, language }))!, now);
  });
  const ask = async () => rescheduleQuery(before.studio, before.session, now);
  return { body: { booking: await withAlternatives(db, start, moving, ask) } };
});

export const cancel = defineHandler(booking.cancel, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  await limitWrites(db, request.viewerIp, now);
  const language = pageLanguage(request);
  const { studio: found } = await findManaged(db, params.accountSlug, params.token, now);
  const cancelled = await db.transaction(async (tx) => {
    const { studio, session } = await lockManaged(tx, found.accountId, params.token, now);
    // The request was repeated after a lost response: the session is already cancelled.
    if (session.status === 'cancelled' || session.status === 'declined') return toManagedBooking(studio, session, now);
    const to = canTransition(SESSION_TRANSITIONS, session.status, 'cancelled') ? 'cancelled' : 'declined';
    assertTransition(SESSION_TRANSITIONS, session.status, to);
    assertChangeable(studio, session, now);
    const terms = termsOf(session, now);
    if (terms && body?.returned !== undefined && body.returned !== terms.returned) {
      throw new AppError('cancellation_changed');
    }
    await cancelByLink(tx, found.accountId, { session, to, reason: body?.reason }, now);
    return toManagedBooking(studio, (await findSessionByLink(tx, studio, params.token, { now, language }))!, now);
  });
  return { body: { booking: cancelled } };
});

const STATUS = {
  inquiry: 'TENTATIVE',
  scheduled: 'CONFIRMED',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  no_show: 'CONFIRMED',
  declined: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const;

/**
 * Returns the appointment with the same UID and sequence as in the mails, so that a calendar with both keeps the newer
 * version.
 */
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
  const address = await studioAddress(db, studio.accountId, appOrigin);
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
    url: sessionLinkHref(address, params.token),
  };
  const organizer = { name: page.name, email: page.email, url: address };
  return {
    body: undefined,
    json: renderCalendar({ name: page.name, method: 'PUBLISH', organizer, events: [event] }),
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="session.ics"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  };
});
