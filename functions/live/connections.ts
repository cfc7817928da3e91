import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/** The person of a connection: a visitor, perhaps without a session, or a member in one account. */
export interface Connection {
  id: string;
  visitorId: string | null;
  userId: string | null;
  /** The account of a member. */
  accountId: string | null;
}

/** A stored connection with the network that it came from. */
export interface KnownConnection extends Connection {
  network: string;
}

/** API Gateway ends every connection after this time. */
const CONNECTION_MS = 2 * HOUR_MS;
/** A connection that has not renewed for so long is dead: its end was never reported. */
const SILENT_MS = 10 * MINUTE_MS;
/** Maximum number of connections: tabs of a browser, windows of a member, guests of a party behind one router. */
const MAX_PER_VISITOR = 20;
const MAX_PER_USER = 40;
const MAX_PER_NETWORK = 5000;
/** Messages of a connection that count as one of its network: counting each would make one row a bottleneck. */
const MESSAGES_COUNTED = 10;
/** Messages of a connection: twenty joins, their renewal, and what its person looks at. */
const MAX_MESSAGES_PER_MINUTE = 120;

/**
 * Stores a new connection.
 * @throws AppError `rate_limited`
 */
export async function openConnection(
  db: Queryable,
  { id, visitorId, userId, accountId }: Connection,
  network: string,
  now: number,
): Promise<void> {
  const since = timestamp(now - SILENT_MS);
  const [count] = await db.query<{ own: number; network: number }>(
    `select
       (select count(*) from live_connections where seen_at > $1 and (visitor_id = $2 or user_id = $3)) as own,
       (select count(*) from live_connections where seen_at > $1 and network = $4) as network`,
    [since, visitorId, userId, network],
  );
  const tooMany = count!.own >= (userId ? MAX_PER_USER : MAX_PER_VISITOR) || count!.network >= MAX_PER_NETWORK;
  if (tooMany) throw new AppError('rate_limited', { retryAfter: MINUTE_MS / 1000 });
  await db.query(
    `insert into live_connections (id, visitor_id, user_id, member_of, network, counted_since, seen_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [id, visitorId, userId, accountId, network, timestamp(now), timestamp(now + CONNECTION_MS)],
  );
}

/**
 * Returns the connection of a message, and counts the message, for its network as well; null for an unknown
 * connection.
 * @throws AppError `rate_limited`
 */
export async function useConnection(db: Queryable, id: string, now: number): Promise<KnownConnection | null> {
  const [row] = await db.query<KnownConnection & { count: number }>(
    `update live_connections set seen_at = $2,
       message_count = case when counted_since > $3 then message_count + 1 else 1 end,
       counted_since = case when counted_since > $3 then counted_since else $2 end
     where id = $1
     returning id, visitor_id as "visitorId", user_id as "userId", member_of as "accountId", network,
       message_count as count`,
    [id, timestamp(now), timestamp(now - MINUTE_MS)],
  );
  if (!row) return null;
  const { count, ...connection } = row;
  if (count > MAX_MESSAGES_PER_MINUTE) throw new AppError('rate_limited', { retryAfter: MINUTE_MS / 1000 });
  if (!connection.userId && count % MESSAGES_COUNTED === 1) await limitAttempts(db, 'live-messages', connection, now);
  return connection;
}

/** Counts a join of a visitor's connection. @throws AppError `rate_limited` */
export async function limitJoins(db: Queryable, connection: KnownConnection, now: number): Promise<void> {
  if (connection.userId) return;
  await limitAttempts(db, 'live-joins', connection, now);
  if (!connection.visitorId) await limitAttempts(db, 'live-joins-anonymous', connection, now);
}

/** Deletes connections; returns the rooms in which others saw them. */
export async function forgetConnections(
  db: Queryable,
  ids: readonly string[],
): Promise<{ room: string; accountId: string }[]> {
  if (ids.length === 0) return [];
  return db.query(
    `with gone as (delete from live_connections where id = any ($1) returning id)
     select distinct j.room, j.account_id as "accountId" from live_joins j join gone g on g.id = j.connection_id
     where j.person_id is not null`,
    [ids],
  );
}

/** Deletes connections whose end was never reported. */
export async function deleteDeadConnections(db: Queryable, now: number): Promise<void> {
  await db.query('delete from live_connections where ends_at <= $1 or seen_at <= $2', [
    timestamp(now),
    timestamp(now - HOUR_MS),
  ]);
}
