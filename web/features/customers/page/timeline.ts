import type { SessionStatus } from '#core/domain/sessions.ts';
import type { CustomerEvent, CustomerRow } from '../customer-rows.ts';

interface AboutSession {
  sessionId: string;
  /** What it is called; empty where it has no name. */
  name: string;
  /** When it is, epoch milliseconds. */
  date: number;
}

/** Something that happened with a client. `key` is as stable as the row that it is told from. */
export type TimelineEntry = { key: string; at: number } & (
  | { kind: 'added' }
  | { kind: 'galleryMade' | 'galleryPublished'; galleryId: string; name: string }
  | ({ kind: 'created' | 'booked' } & AboutSession)
  | ({ kind: 'rescheduled'; from: number; to: number } & AboutSession)
  | ({ kind: 'status'; to: SessionStatus } & AboutSession)
);

/** What happened with a client, the latest first. */
export function customerTimeline(
  customer: Pick<CustomerRow, 'id' | 'createdAt'> & {
    galleries: readonly { id: string; name: string; createdAt: number; publishedAt: number | null }[];
  },
  events: readonly CustomerEvent[],
): TimelineEntry[] {
  const galleries = customer.galleries.flatMap(({ id, name, createdAt, publishedAt }): TimelineEntry[] => [
    { key: `made-${id}`, at: createdAt, kind: 'galleryMade', galleryId: id, name },
    ...(publishedAt === null
      ? []
      : [{ key: `published-${id}`, at: publishedAt, kind: 'galleryPublished' as const, galleryId: id, name }]),
  ]);
  const added: TimelineEntry = { key: 'added', at: customer.createdAt, kind: 'added' };
  return [...events.flatMap(entryOf), ...galleries, added].sort((a, b) => b.at - a.at);
}

function entryOf({ id, at, kind, details, session }: CustomerEvent): TimelineEntry[] {
  if (!session) return [];
  const about = { key: id, at, sessionId: session.id, name: session.type, date: session.date };
  if (kind === 'created' || kind === 'booked') return [{ ...about, kind }];
  const { from, to } = details;
  if (kind === 'rescheduled') {
    return typeof from === 'number' && typeof to === 'number' ? [{ ...about, kind, from, to }] : [];
  }
  return kind === 'status' && typeof to === 'string' ? [{ ...about, kind, to: to as SessionStatus }] : [];
}
