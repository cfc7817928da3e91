import { type LiveMessage, MAX_LIVE_MESSAGE, MAX_LIVE_PHOTOS, type Room } from '#core/domain/galleries/live.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { admit } from './admit.ts';
import { type Connection, forgetConnections } from './connections.ts';
import { findLivePhotos, type RaisedPhoto, readRoom, type RoomState } from './photos.ts';
import { findPeople, leaveRoom, tellPresence } from './rooms.ts';

/** Concurrent callbacks of one room. */
const CONCURRENCY = 100;
/** More photos than in so many messages are one `changed`. */
const MAX_MESSAGES = 10;
/** Time for one round, well within the function's timeout: those who are left are told to ask. */
const ROUND_MS = 60_000;
/** Pause before those who could not be told are told to ask, in milliseconds. */
const BUSY_MS = 5_000;

interface Target {
  id: string;
  isBehind: boolean;
}

/** Tells those who are in a room what changed since they were told last. */
export async function sendChanges({ payload: { room }, jobs }: EffectRun<'live.changed'>): Promise<void> {
  const { db } = jobs;
  const state = await readRoom(db, room);
  const targets = await findTargets(jobs, room);
  const news = state.rev > state.sentRev ? await newsOf(jobs, room as Room, state) : [];
  const ask: LiveMessage = { type: 'changed', room: room as Room, rev: state.rev };
  const behind = await tell(jobs, targets, ({ isBehind }) => (isBehind ? [ask] : news));
  await db.query('update live_rooms set sent_rev = greatest(sent_rev, $2) where room = $1', [room, state.rev]);
  await db.query(
    `update live_joins set is_behind = connection_id = any ($2)
     where room = $1 and is_behind <> (connection_id = any ($2)) and connection_id = any ($3)`,
    [room, behind, targets.map(({ id }) => id)],
  );
  if (behind.length === 0) return;
  const [owner] = await db.query<{ accountId: string }>(
    'select account_id as "accountId" from live_rooms where room = $1',
    [room],
  );
  const now = jobs.clock();
  await enqueue(db, owner?.accountId ?? null, 'live.changed', { room }, now, {
    dedupeKey: `live:${room}`,
    runAfter: now + BUSY_MS,
  });
}

/** Tells those who are in a room who else is, unless they are already told otherwise. */
export async function sendPresence({ payload: { room }, jobs }: EffectRun<'live.here'>): Promise<void> {
  const people = await findPeople(jobs.db, room, jobs.clock());
  const here: LiveMessage = { type: 'here', room: room as Room, people };
  await tell(jobs, await findTargets(jobs, room), () => [here]);
}

/** Ends a connection. @throws if the gateway is busy, so that the outbox tries again */
export async function closeConnection({ payload, jobs }: EffectRun<'live.close'>): Promise<void> {
  if ((await jobs.postToConnection(payload.connectionId, null)) === 'busy') throw new Error('connection not closed');
}

function findTargets({ db, clock }: JobServices, room: string): Promise<Target[]> {
  return db.query<Target>(
    `select connection_id as id, is_behind as "isBehind" from live_joins where room = $1 and authorised_until > $2`,
    [room, timestamp(clock())],
  );
}

/** Sends each connection its messages in order; forgets those that have ended. Returns those that were not reached. */
async function tell(
  jobs: JobServices,
  targets: readonly Target[],
  messagesFor: (target: Target) => readonly LiveMessage[],
): Promise<string[]> {
  const [gone, behind]: [string[], string[]] = [[], []];
  const endsAt = jobs.clock() + ROUND_MS;
  const texts = new Map<LiveMessage, string>();
  const textOf = (message: LiveMessage) => {
    const text = texts.get(message) ?? JSON.stringify(message);
    texts.set(message, text);
    return text;
  };
  await mapConcurrently(CONCURRENCY, targets, async (target) => {
    for (const message of messagesFor(target)) {
      if (jobs.clock() > endsAt) return void behind.push(target.id);
      const delivery = await jobs.postToConnection(target.id, textOf(message));
      if (delivery === 'sent') continue;
      (delivery === 'gone' ? gone : behind).push(target.id);
      return;
    }
  });
  await tellPresence(jobs.db, await forgetConnections(jobs.db, gone), jobs.clock());
  return behind;
}

/** Returns the messages after `sentRev`: the photos themselves, so that viewers need not ask, or else a hint. */
async function newsOf({ db }: JobServices, room: Room, { rev, resetRev, sentRev }: RoomState): Promise<LiveMessage[]> {
  const changed: LiveMessage = { type: 'changed', room, rev };
  if (!room.startsWith('g:') || resetRev > sentRev) return [changed];
  const photos = await findLivePhotos(db, room.slice(2), sentRev, MAX_MESSAGES * MAX_LIVE_PHOTOS + 1);
  const told = photos.filter((one) => one.rev <= rev);
  const messages = photoMessages(room, sentRev, rev, told);
  return told.length > MAX_MESSAGES * MAX_LIVE_PHOTOS || !messages ? [changed] : messages;
}

/** Returns messages that follow one another without a gap; null if a photo is too large for one. */
export function photoMessages(
  room: Room,
  since: number,
  rev: number,
  photos: readonly RaisedPhoto[],
): LiveMessage[] | null {
  const messages: LiveMessage[] = [];
  let [rest, from, size] = [photos, since, MAX_LIVE_PHOTOS];
  while (from < rev) {
    const part = rest.slice(0, size);
    const until = part.length === rest.length ? rev : part.at(-1)!.rev;
    const told = part.map(({ photo }) => photo);
    const message: LiveMessage = { type: 'photos', room, since: from, rev: until, photos: told };
    if (Buffer.byteLength(JSON.stringify(message)) <= MAX_LIVE_MESSAGE) {
      messages.push(message);
      from = until;
      rest = rest.slice(size);
    } else if (size === 1) return null;
    else size = Math.floor(size / 2);
  }
  return messages;
}

/**
 * Asks for everybody in the rooms of a gallery, for the members of an account, or for everybody in its rooms (`all`),
 * whether they may stay, and ends the stay of the others.
 */
export async function recheckRooms({ payload, jobs }: EffectRun<'live.recheck'>): Promise<void> {
  const { accountId, galleryId, all = false } = payload;
  const joins = await jobs.db.query<Connection & { room: Room }>(
    `select c.id, c.visitor_id as "visitorId", c.user_id as "userId", c.member_of as "accountId", j.room
     from live_joins j join live_connections c on c.id = j.connection_id
     where j.account_id = $1 and case when $3 then true when $2::text is null then c.user_id is not null else j.room = 'g:' || $2
       or j.room in (select 'l:' || l.id from pick_lists l where l.account_id = $1 and l.gallery_id = $2) end`,
    [accountId, galleryId, all],
  );
  await mapConcurrently(10, joins, async ({ room, ...connection }) => {
    const admission = await admit(jobs, connection, room);
    if (typeof admission !== 'string') return;
    await leaveRoom(jobs.db, connection.id, room, jobs.clock());
    const denied: LiveMessage = { type: 'denied', room, code: admission };
    await jobs.postToConnection(connection.id, JSON.stringify(denied));
  });
}
