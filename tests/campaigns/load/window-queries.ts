import { DAY_MS } from '#core/domain/values/durations.ts';
import { queries } from '#core/zero/queries.ts';
import type { zeroClient } from '../../bench/sync.ts';

/** Queries what a page holds that was on Home and shows a gallery now, as recorded from a browser. */
export function holdWindow(window: ReturnType<typeof zeroClient>, galleryId: string, now: number): void {
  const month = new Date(now).toISOString().slice(0, 7);
  window.materialize(queries.accounts.current());
  window.materialize(queries.team.members());
  window.materialize(queries.accounts.settings());
  window.materialize(queries.sessionTypes.list());
  window.materialize(queries.leads.list({ status: 'new', limit: 100 }));
  window.materialize(queries.sessions.list({ statuses: ['inquiry'], order: 'asc', limit: 50 }));
  window.materialize(queries.messages.failed({ limit: 50 }));
  window.materialize(queries.galleries.undelivered({ limit: 50 }));
  window.materialize(queries.team.invites());
  window.materialize(queries.proofing.submitted({ limit: 200 }));
  window.materialize(queries.payments.due({ before: now, limit: 500 }));
  window.materialize(queries.payments.settled({ limit: 500 }));
  window.materialize(queries.payments.dueOrders({ limit: 100 }));
  window.materialize(queries.payments.list({ statuses: ['pending'], paymentsOnly: true, limit: 200 }));
  window.materialize(queries.contracts.toCountersign({ limit: 50 }));
  window.materialize(queries.contracts.drafts({ limit: 50 }));
  window.materialize(queries.contracts.unsigned({ before: now - 3 * DAY_MS, limit: 50 }));
  window.materialize(queries.sessions.range({ from: now, to: now + 8 * DAY_MS, limit: 500 }));
  window.materialize(queries.payments.months({ from: month }));
  window.materialize(queries.sessions.recentEvents({ limit: 8 }));
  window.materialize(queries.payments.list({ statuses: ['paid', 'partially_refunded', 'refunded'], limit: 8 }));
  window.materialize(queries.galleries.list({ limit: 1000 }));
  window.materialize(queries.galleries.byId({ id: galleryId }));
  window.materialize(queries.galleries.photos({ galleryId }));
  window.materialize(queries.galleries.sections({ galleryId }));
  window.materialize(queries.galleries.trashedPhotos({ galleryId, limit: 500 }));
  window.materialize(queries.guestUploads.photos({ galleryId }));
  window.materialize(queries.guestUploads.link({ galleryId }));
}
