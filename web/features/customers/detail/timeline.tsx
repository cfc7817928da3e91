import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { galleryHref, sessionHref } from '#web/lib/paths.ts';
import type { CustomerEvent, CustomerRow } from '../types.ts';

interface AboutSession {
  sessionId: string;
  /** Title; empty if it has none. */
  name: string;
  /** Date of the session, epoch milliseconds. */
  date: number;
}

/** An event of a client. `key` is derived from its row and stays stable. */
type TimelineEntry = { key: string; at: number } & (
  | { kind: 'added' }
  | { kind: 'galleryMade' | 'galleryPublished'; galleryId: string; name: string }
  | ({ kind: 'created' | 'booked' } & AboutSession)
  | ({ kind: 'rescheduled'; from: number; to: number } & AboutSession)
  | ({ kind: 'status'; to: SessionStatus } & AboutSession)
);

/** Returns the events of a client, latest first. */
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

/** Events shown at first; the rest on demand. */
const AT_FIRST = 8;
const MOST = 500;

interface TimelineSectionProps {
  customer: CustomerRow;
}

export function TimelineSection({ customer }: TimelineSectionProps) {
  const { t } = useTranslation('customers');
  const format = useFormat();
  const [events] = useQuery(queries.customers.events({ customerId: customer.id, limit: MOST }));
  const [all, setAll] = useState(false);
  const entries = useMemo(() => customerTimeline(customer, events), [customer, events]);
  const shown = all ? entries : entries.slice(0, AT_FIRST);
  const hrefOf = (entry: TimelineEntry) =>
    'galleryId' in entry ? galleryHref(entry.galleryId) : 'sessionId' in entry ? sessionHref(entry.sessionId) : null;
  return (
    <PageSection title={t('timeline.title')}>
      <ol className="flex flex-col">
        {shown.map((entry) => (
          <li
            key={entry.key}
            className="flex items-baseline gap-4 py-1.5 max-md:min-h-control max-md:items-center max-md:py-0"
          >
            <time dateTime={new Date(entry.at).toISOString()} className="w-24 shrink-0 text-caption text-soft">
              {format.date(entry.at)}
            </time>
            <Told entry={entry} to={hrefOf(entry)} />
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <div>
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            {t('timeline.all', { count: entries.length })}
          </Button>
        </div>
      )}
    </PageSection>
  );
}

function Told({ entry, to }: { entry: TimelineEntry; to: string | null }) {
  const { t } = useTranslation('customers');
  const format = useFormat();
  const name = 'name' in entry ? entry.name || t('timeline.session') : '';
  const about = 'date' in entry ? { name, date: format.dateTime(entry.date) } : { name, date: '' };
  const text =
    entry.kind === 'added'
      ? t('timeline.added')
      : entry.kind === 'status'
        ? t(`timeline.statuses.${entry.to}`, about)
        : entry.kind === 'rescheduled'
          ? t('timeline.rescheduled', { name, from: format.dateTime(entry.from), to: format.dateTime(entry.to) })
          : t(`timeline.${entry.kind}`, about);
  return to ? (
    <Link to={to} className="min-w-0 no-underline hover:underline max-md:flex max-md:min-h-control max-md:items-center">
      {text}
    </Link>
  ) : (
    <span className="min-w-0">{text}</span>
  );
}
