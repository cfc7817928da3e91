import type { MessageKind } from '#core/domain/messages.ts';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions.ts';
import { UNDO_WINDOW_MS } from '#core/domain/transitions.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';
import { postponeMessages, scheduleMessage, withdrawMessages } from './schedule.ts';

/** A session as its client is told of it. */
export interface NotifiedSession {
  id: string;
  status: SessionStatus;
  /** Epoch milliseconds. */
  date: number;
  duration: number;
}

/** What a client is told of when a session comes to be so. Of how it went they know themselves. */
const MESSAGE_KIND_BY_STATUS: Readonly<Partial<Record<SessionStatus, MessageKind>>> = {
  scheduled: 'booking_confirmed',
  confirmed: 'booking_confirmed',
  declined: 'booking_declined',
  cancelled: 'session_cancelled',
};

/** Waits until the act can no longer be undone. What is over is nobody told of. */
async function scheduleSessionMail(
  session: NotifiedSession,
  kind: MessageKind,
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  if (sessionEnd(session) <= now) return;
  const input = { accountId: ctx.accountId, kind, sessionId: session.id, dueAt: now + UNDO_WINDOW_MS };
  await scheduleMessage(sql, input, now);
}

export async function notifyCreated(session: NotifiedSession, context: EffectContext): Promise<void> {
  await scheduleSessionMail(session, session.status === 'inquiry' ? 'booking_received' : 'booking_confirmed', context);
}

export async function notifyStatus(
  session: NotifiedSession,
  from: SessionStatus,
  context: EffectContext,
): Promise<void> {
  const kind = MESSAGE_KIND_BY_STATUS[session.status];
  // What it says of a session that is on is looked at once more before it is sent; by then the act stands, or is undone.
  if (kind !== 'booking_confirmed') await postponePending(session.id, context);
  // Confirming what the client was told of when it was approved is the studio's own note.
  else if (from !== 'inquiry' && (await wasNotified(session.id, kind, context))) return;
  if (kind) await scheduleSessionMail(session, kind, context);
}

async function wasNotified(sessionId: string, kind: MessageKind, { sql, ctx }: EffectContext): Promise<boolean> {
  const rows = await sql.query(
    `select from messages where account_id = $1 and session_id = $2 and kind = $3 and status <> 'cancelled' limit 1`,
    [ctx.accountId, sessionId, kind],
  );
  return rows.length > 0;
}

/**
 * What that act wanted to be told, and nothing of before: confirming what was approved tells nobody, and taking it back
 * leaves the approval to be told.
 * @param undone the status that was taken back
 */
export async function withdrawStatusMail(
  sessionId: string,
  undone: SessionStatus,
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const kind = MESSAGE_KIND_BY_STATUS[undone];
  if (!kind) return;
  const [act] = await sql.query<{ at: number }>(
    `select (extract(epoch from at) * 1000)::float8 as at from session_events
     where account_id = $1 and session_id = $2 and kind = 'status' and details ->> 'to' = $3
     order by at desc limit 1`,
    [ctx.accountId, sessionId, undone],
  );
  const since = act ? { since: act.at } : {};
  await withdrawMessages(sql, { accountId: ctx.accountId, sessionId, kinds: [kind], ...since }, now);
}

/** Moved and moved back before the client heard of it, it was never moved. */
export async function notifyRescheduled(session: NotifiedSession, context: EffectContext): Promise<void> {
  if (session.status === 'inquiry') return;
  const known = await findKnownTime(session.id, context);
  if (known && known.date === session.date && known.duration === session.duration) {
    const { sql, ctx, now } = context;
    const of = { accountId: ctx.accountId, sessionId: session.id };
    await withdrawMessages(sql, { ...of, kinds: ['session_rescheduled'] }, now);
  } else {
    await scheduleSessionMail(session, 'session_rescheduled', context);
  }
}

/** The time that the client knows, where a mail about another one still waits. */
async function findKnownTime(sessionId: string, { sql, ctx }: EffectContext) {
  const [known] = await sql.query<{ date: number; duration: number }>(
    `select (e.details ->> 'from')::float8 as date, (e.details ->> 'fromMinutes')::integer as duration
     from session_events e
     where e.account_id = $1 and e.session_id = $2 and e.kind = 'rescheduled'
       and exists (select from messages m where m.account_id = $1 and m.session_id = $2
         and m.kind = 'session_rescheduled' and m.status = 'pending')
       and e.at > coalesce((select max(m.sent_at) from messages m
         where m.account_id = $1 and m.session_id = $2 and m.status = 'sent'), '-infinity')
     order by e.at, e.id limit 1`,
    [ctx.accountId, sessionId],
  );
  return known;
}

/**
 * Nobody is told of what is off, or in the trash; that is decided when the act cannot be undone any more, so that what
 * was to be told is not lost by a mistake.
 */
export async function postponePending(sessionId: string, { sql, ctx, now }: EffectContext): Promise<void> {
  await postponeMessages(sql, { accountId: ctx.accountId, sessionId }, now + UNDO_WINDOW_MS + 1);
}

/** The same of all that waits for clients who went to the trash themselves. */
export async function postponePendingForCustomers(
  customerIds: readonly string[],
  context: EffectContext,
): Promise<void> {
  const sessions = await context.sql.query<{ id: string }>(
    `select distinct session_id as id from messages
     where account_id = $1 and customer_id = any($2) and session_id is not null and status = 'pending' order by id`,
    [context.ctx.accountId, customerIds],
  );
  for (const { id } of sessions) await postponePending(id, context);
}

/**
 * Another client is told in place of the former, who is told nothing more and whose links lead nowhere. Of what is off,
 * or only asked for, they have nothing to hear.
 */
export async function notifyNewClient(session: NotifiedSession, context: EffectContext): Promise<void> {
  const { sql, ctx, now } = context;
  await sql.query('delete from session_links where account_id = $1 and session_id = $2', [ctx.accountId, session.id]);
  const waiting = await withdrawMessages(sql, { accountId: ctx.accountId, sessionId: session.id }, now);
  const kind = MESSAGE_KIND_BY_STATUS[session.status];
  if (waiting > 0 && kind === 'booking_confirmed') await scheduleSessionMail(session, kind, context);
}
