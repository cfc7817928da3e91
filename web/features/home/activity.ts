import { z } from 'zod';
import type { RecentGalleryEvent } from '#core/api/galleries.ts';
import type { CLIENT_EVENT_KINDS } from '#core/domain/galleries/galleries.ts';
import { type SessionEventKind, type SessionStatus, sessionStatus } from '#core/domain/sessions/sessions.ts';
import { localDate } from '#core/domain/values/time.ts';

type GalleryActivityKind = 'visited' | 'downloaded' | 'submitted' | 'commented' | 'accepted';

/** A recent event. `name` is the client's or gallery's. Without `count` the number may be incomplete. */
export type Activity = { key: string; at: number; name: string | undefined } & (
  | { kind: Exclude<SessionEventKind, 'status'>; sessionId: string }
  | { kind: 'status'; sessionId: string; to: SessionStatus }
  | { kind: 'paid' | 'refunded'; sessionId: string | null; orderId: string | null; amount: number; currency: string }
  | { kind: GalleryActivityKind; galleryId: string; who: string | null; count: number | null }
);

/** Rows of the queries, latest first. */
export interface ActivityRows {
  sessions: readonly {
    id: string;
    at: number;
    kind: SessionEventKind;
    details: unknown;
    sessionId: string;
    session?: { customer?: { name: string } | undefined } | undefined;
  }[];
  payments: readonly {
    id: string;
    date: number;
    amount: number;
    currency: string;
    sessionId: string | null;
    orderId: string | null;
    refundsPaymentId: string | null;
    customer?: { name: string } | undefined;
  }[];
  galleries: readonly RecentGalleryEvent[];
}

/**
 * Returns the recent events of the studio, latest first. Days are those of the zone.
 * @param limit limit of the query for gallery events: if it was reached, the earliest day may be incomplete
 */
export function listActivity({ sessions, payments, galleries }: ActivityRows, zone: string, limit: number): Activity[] {
  const cut = galleries.length < limit ? undefined : galleries.at(-1);
  const galleryActivity = ofGalleries(galleries, zone, cut && localDate(cut.at, zone));
  return [...sessions.flatMap(ofSession), ...payments.map(ofPayment), ...galleryActivity].sort((a, b) => b.at - a.at);
}

const statusDetails = z.object({ to: sessionStatus });

function ofSession({ id, at, kind, details, sessionId, session }: ActivityRows['sessions'][number]): Activity[] {
  const about = { key: id, at, sessionId, name: session?.customer?.name };
  if (kind !== 'status') return [{ ...about, kind }];
  const to = statusDetails.safeParse(details);
  return to.success ? [{ ...about, kind, to: to.data.to }] : [];
}

function ofPayment({ id, date, refundsPaymentId, customer, ...rest }: ActivityRows['payments'][number]): Activity {
  const { sessionId, orderId, amount, currency } = rest;
  const kind = refundsPaymentId === null ? 'paid' : 'refunded';
  return { key: id, at: date, name: customer?.name, kind, sessionId, orderId, amount, currency };
}

type ClientEventKind = (typeof CLIENT_EVENT_KINDS)[number];
const TOLD: Readonly<Record<ClientEventKind, GalleryActivityKind>> = {
  opened: 'visited',
  viewed: 'visited',
  downloaded: 'downloaded',
  submitted: 'submitted',
  commented: 'commented',
  accepted: 'accepted',
};

/**
 * Merges a person's events in a gallery on one day, since a client who downloads photo after photo would fill the list.
 * `count` is the number of visits or downloaded photos; missing on a day that may be incomplete.
 */
function ofGalleries(events: readonly RecentGalleryEvent[], zone: string, cutDay: string | undefined): Activity[] {
  const merged = new Map<string, Activity & { count: number | null }>();
  for (const { id, at, kind, photoCount, gallery, grant } of events) {
    if (!(kind in TOLD)) continue;
    const as = TOLD[kind as ClientEventKind];
    const day = localDate(at, zone);
    // A selection is one event: its photos are those of the latest submission.
    const group = [gallery.id, as, grant?.id, as === 'submitted' ? id : day].join(' ');
    const count = as === 'downloaded' || as === 'submitted' ? (photoCount ?? 1) : 1;
    const same = merged.get(group);
    if (same) same.count = same.count === null ? null : same.count + count;
    else {
      const who = grant ? grant.label || grant.email : null;
      merged.set(group, {
        key: id,
        at,
        name: gallery.name,
        kind: as,
        galleryId: gallery.id,
        who,
        count: day === cutDay && as !== 'submitted' ? null : count,
      });
    }
  }
  return [...merged.values()];
}
