import { createHash } from 'node:crypto';
import { calendar, type CalendarFeed } from '#core/api/calendar.ts';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { can, type Role } from '#core/domain/studio/roles.ts';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { formatSessionLocation } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import ca from '#locales/ca/feed.json' with { type: 'json' };
import en from '#locales/en/feed.json' with { type: 'json' };
import es from '#locales/es/feed.json' with { type: 'json' };
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { type CalendarEvent, renderCalendar, sessionUid } from './ics.ts';

const TEXTS = { en, es, ca } as const;

/** Range of sessions in a feed: the recent past and the usual planning horizon. */
const PAST_MS = 90 * DAY_MS;
const AHEAD_MS = 2 * 365 * DAY_MS;
/** A Lambda response has at most 6 MB; an event has about 500 letters of up to three bytes. */
const MAX_EVENTS = 4000;
/** Refresh interval that the feed suggests to calendar programs. */
const REFRESH_MINUTES = 15;

/** The owner of a feed. */
interface Feed {
  accountId: string;
  role: Role;
  studio: string;
  slug: string;
  /** Email address of the studio's public profile; may be empty. */
  email: string;
  language: Language;
}

/**
 * Returns the feed of a token, or null. A membership's end deletes its feeds. Null for a banned user and for a closed
 * studio.
 */
async function findFeed(db: Queryable, token: string, now: number): Promise<Feed | null> {
  const [feed] = await db.query<Feed>(
    `select f.account_id as "accountId", m.role, a.language, a.name as studio, a.slug,
       coalesce(p.value ->> 'email', '') as email
     from calendar_feeds f
       join account_members m on m.account_id = f.account_id and m.user_id = f.user_id
       join accounts a on a.id = f.account_id
       left join settings p on p.account_id = a.id and p.key = 'photographer'
     where f.token_hash = $1 and a.deleted_at is null
       and not exists (select from auth_user(f.user_id) u where u.banned_until > $2)`,
    [hashToken(token), timestamp(now)],
  );
  return feed ?? null;
}

interface SessionRow {
  id: string;
  type: string;
  client: string;
  date: number;
  duration: number;
  status: SessionStatus;
  savedLocation: { name: string; address: string } | null;
  location: string;
  sequence: number;
  updatedAt: number;
}

/** Renders the feed. Sessions without amounts and notes, like in the client's calendar. */
async function renderFeed(db: Queryable, feed: Feed, origin: string, now: number): Promise<string> {
  const sessions = await db.query<SessionRow>(
    `select s.id, coalesce(nullif(s.type, ''), t.name, '') as type, c.name as client, s.date, s.duration, s.status,
       case when l.id is not null then json_build_object('name', l.name, 'address', l.address) end as "savedLocation",
       s.location,
       greatest(0, extract(epoch from s.updated_at - s.created_at))::int as sequence, s.updated_at as "updatedAt"
     from sessions s join customers c on c.account_id = s.account_id and c.id = s.customer_id
       left join session_types t on t.account_id = s.account_id and t.id = s.session_type_id
       left join locations l on l.account_id = s.account_id and l.id = s.location_id
     where s.account_id = $1 and s.deleted_at is null and s.date >= $2 and s.date < $3
     order by s.date, s.id limit ${MAX_EVENTS}`,
    [feed.accountId, timestamp(now - PAST_MS), timestamp(now + AHEAD_MS)],
  );
  const events = sessions.map((session) => toCalendarEvent(session, feed.language, origin));
  const { studio: name, slug, email } = feed;
  const organizer = { name, email, url: `${origin}/p/${slug}` };
  return renderCalendar({ name, method: 'PUBLISH', organizer, events, refreshMinutes: REFRESH_MINUTES });
}

/**
 * Sets the last change as timestamp instead of the current time, so that an unchanged calendar has the same bytes and
 * ETag.
 */
function toCalendarEvent(session: SessionRow, language: Language, origin: string): CalendarEvent {
  const { id, type, client, date, status, savedLocation, location, sequence, updatedAt } = session;
  return {
    uid: sessionUid(id, origin),
    sequence,
    stamp: updatedAt,
    start: date,
    end: sessionEnd(session),
    status: CALENDAR_STATUS[status],
    summary: `${client} · ${type || TEXTS[language].event.session}`,
    description: '',
    location: formatSessionLocation(savedLocation, location),
    url: `${origin}/app/clients/sessions/${id}`,
  };
}

const CALENDAR_STATUS: Readonly<Record<SessionStatus, CalendarEvent['status']>> = {
  inquiry: 'TENTATIVE',
  scheduled: 'CONFIRMED',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  no_show: 'CONFIRMED',
  declined: 'CANCELLED',
  cancelled: 'CANCELLED',
};

export const sessions = defineHandler(calendar.sessions, async ({ services, request, params }) => {
  const { db, appOrigin } = services;
  const now = services.clock();
  const feed = await findFeed(db, params.token, now);
  if (!feed || !can(feed.role, 'sessions.read')) {
    await limitAttempts(db, 'calendar-misses', { network: request.viewerIp }, now);
    throw new AppError('not_found');
  }
  const tokenHash = hashToken(params.token);
  await limitAttempts(db, 'calendar-reads', { token: tokenHash }, now);
  await db.query(
    'update calendar_feeds set last_read_at = $2 where token_hash = $1 and (last_read_at is null or last_read_at < $3)',
    [tokenHash, timestamp(now), timestamp(now - MINUTE_MS)],
  );
  const text = await renderFeed(db, feed, appOrigin, now);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' };
  if (matchesEtag(request.headers['if-none-match'], etag)) return { body: undefined, status: 304, headers };
  const type = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="sessions.ics"',
  };
  return { body: undefined, json: text, headers: { ...headers, ...type } };
});

/** Compares tags without their weak prefix: the distribution compresses responses and marks the tag as weak. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

async function findOwn(db: Queryable, accountId: string, userId: string): Promise<CalendarFeed | null> {
  const [feed] = await db.query<CalendarFeed>(
    `select created_at as "createdAt", last_read_at as "lastReadAt" from calendar_feeds where account_id = $1 and user_id = $2`,
    [accountId, userId],
  );
  return feed ?? null;
}

export const own = defineHandler(calendar.own, async ({ services, caller }) => ({
  body: { feed: await findOwn(services.db, caller.accountId, caller.userId) },
}));

export const create = defineHandler(calendar.create, async ({ services, caller }) => {
  const { accountId, userId } = caller;
  const now = services.clock();
  const token = makeToken();
  await services.db.query(
    `insert into calendar_feeds (account_id, user_id, token_hash, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, user_id)
     do update set token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null`,
    [accountId, userId, hashToken(token), timestamp(now)],
  );
  const url = `${services.appOrigin}/api/calendar/${token}/sessions.ics`;
  return { body: { url, feed: { createdAt: now, lastReadAt: null } } };
});

export const remove = defineHandler(calendar.remove, async ({ services, caller }) => {
  await services.db.query('delete from calendar_feeds where account_id = $1 and user_id = $2', [
    caller.accountId,
    caller.userId,
  ]);
  return { body: {} };
});
