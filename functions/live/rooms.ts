import { type PlanLimited, planLimits } from '#core/domain/studio/plan-limits.ts';
import { JOIN_MS, type LiveDenial, type LivePerson, MAX_JOINS, MAX_PRESENT } from '#core/domain/galleries/live.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type Database, type Queryable, timestamp } from '../platform/db/database.ts';
import type { Admission } from './admit.ts';
import type { Connection } from './connections.ts';

/** Why a connection is not in a room; with the limit of the studio's plan that is reached. */
export interface JoinRefusal {
  code: LiveDenial;
  maximum?: number;
  used?: number;
}

/**
 * Stores that a connection is in a room, and returns the room's `rev`. It is read after the join is stored and waits for
 * changes that are being stored: a later change finds the join.
 */
export async function joinRoom(
  db: Database,
  connection: Connection,
  room: string,
  { accountId, personId }: Admission,
  now: number,
): Promise<number | JoinRefusal> {
  const refused = await db.transaction<JoinRefusal | null>(async (tx) => {
    // Serialises the joins of a connection.
    const [open] = await tx.query('select from live_connections where id = $1 for no key update', [connection.id]);
    if (!open) return { code: 'limit_reached' };
    const [count] = await tx.query<{ others: number }>(
      'select count(*) as others from live_joins where connection_id = $1 and room <> $2',
      [connection.id, room],
    );
    if (count!.others >= MAX_JOINS) return { code: 'limit_reached' };
    const full = connection.accountId === accountId ? null : await findFull(tx, connection.id, accountId, now);
    if (full) return full;
    await tx.query(
      `insert into live_joins (connection_id, room, account_id, person_id, authorised_until)
       values ($1, $2, $3, $4, $5) on conflict (connection_id, room) do update
       set person_id = excluded.person_id, authorised_until = excluded.authorised_until, is_behind = false`,
      [connection.id, room, accountId, personId, timestamp(now + JOIN_MS)],
    );
    return null;
  });
  if (refused) return refused;
  const [row] = await db.query<{ rev: number }>(
    `insert into live_rooms as r (room, account_id) values ($1, $2)
     on conflict (room) do update set account_id = r.account_id returning rev`,
    [room, accountId],
  );
  return row!.rev;
}

/** Returns how many visitors' sockets a studio has if its plan allows no more of them; its members' do not count. */
async function findFull(
  tx: Queryable,
  connectionId: string,
  accountId: string,
  now: number,
): Promise<JoinRefusal | null> {
  const [studio] = await tx.query<PlanLimited & { used: number }>(
    `select a.plan_state as state, p.limits, case when a.plan_state is not null then (
         select count(distinct j.connection_id) from live_joins j join live_connections c on c.id = j.connection_id
         where j.account_id = a.id and j.authorised_until > $3 and c.member_of is distinct from a.id and c.id <> $2)
       else 0 end::integer as used
     from accounts a left join account_plans p on p.account_id = a.id where a.id = $1`,
    [accountId, connectionId, timestamp(now)],
  );
  const maximum = studio ? planLimits(studio.state, studio.limits)?.sockets : undefined;
  if (maximum === undefined || studio!.used < maximum) return null;
  return { code: 'limit_reached', maximum, used: studio!.used };
}

/** Ends a connection's stay in a room. */
export async function leaveRoom(db: Queryable, connectionId: string, room: string, now: number): Promise<void> {
  const [left] = await db.query<{ accountId: string; personId: string | null }>(
    `delete from live_joins where connection_id = $1 and room = $2
     returning account_id as "accountId", person_id as "personId"`,
    [connectionId, room],
  );
  if (left?.personId) await tellPresence(db, [{ room, accountId: left.accountId }], now);
}

/** Minimum interval between two messages about who is in a room, in milliseconds. */
const PRESENCE_MS = 1000;

/** Tells those who are in these rooms who else is. */
export async function tellPresence(
  db: Queryable,
  rooms: readonly { room: string; accountId: string }[],
  now: number,
): Promise<void> {
  for (const { room, accountId } of rooms) {
    const dedupeKey = `here:${room}`;
    await enqueue(db, accountId, 'live.here', { room }, now, { dedupeKey, atMostEveryMs: PRESENCE_MS });
  }
}

/** Returns who is in a room, each person once, those first who look at something. */
export async function findPeople(db: Queryable, room: string, now: number): Promise<LivePerson[]> {
  return db.query<LivePerson>(
    `select id, name, place from (
       select distinct on (j.person_id) j.person_id as id, coalesce(p.name, m.name, '') as name, j.place
       from live_joins j
         left join gallery_people p on p.id = j.person_id
         left join account_members m on m.account_id = j.account_id and m.user_id::text = j.person_id
       where j.room = $1 and j.person_id is not null and j.authorised_until > $2
       order by j.person_id, j.place = '', j.authorised_until desc) one
     order by place = '', name, id limit $3`,
    [room, timestamp(now), MAX_PRESENT],
  );
}
