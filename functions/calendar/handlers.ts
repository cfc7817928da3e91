import { createHash } from 'node:crypto';
import { calendar, type CalendarFeed } from '#core/api/calendar.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { can } from '#core/domain/studio/roles.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { findFeed, renderFeed } from './feed.ts';

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
