import type { MessageKind } from '#core/domain/messages/messages.ts';
import { sessionEnd, type SessionStatus } from '#core/domain/sessions/sessions.ts';
import { UNDO_WINDOW_MS } from '#core/domain/values/transitions.ts';
import { assignTypeDocuments, mailOpenDocuments, withdrawTypeDocuments } from '../contracts/assign.ts';
import { postponeMessages, scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { timestamp } from '../platform/db/database.ts';
import type { EffectContext } from '../platform/mutation-effects.ts';
import { hasOpenRequirements } from './confirm.ts';
import type { SessionTime } from './known-time.ts';

/** The fields of a session that its mails depend on. */
export interface NotifiedSession extends SessionTime {
  id: string;
  status: SessionStatus;
}

/** Mail that a new status triggers. The client attended or missed the session, so other statuses trigger none. */
const MESSAGE_KIND_BY_STATUS: Readonly<Partial<Record<SessionStatus, MessageKind>>> = {
  scheduled: 'booking_confirmed',
  confirmed: 'booking_confirmed',
  declined: 'booking_declined',
  cancelled: 'session_cancelled',
};

/** SQL: the notice key of the session `s` at its current time. */
export const NOTICE_KEY = `'session:' || s.id || ':' || (extract(epoch from s.date) * 1000)::bigint`;

/**
 * Prevents reminders of imported sessions, whose clients know of no mail from here. A session that is moved is reminded
 * as usual. The notices are dated like their sessions, since old ones are deleted.
 */
export async function withholdReminders(ids: readonly string[], { sql, ctx, now }: EffectContext): Promise<void> {
  await sql.query(
    `insert into sent_notices (account_id, notice_key, at)
     select s.account_id, ${NOTICE_KEY}, s.date from sessions s
     where s.account_id = $1 and s.id = any ($2) and s.date > $3 on conflict do nothing`,
    [ctx.accountId, ids, timestamp(now)],
  );
}

/** Schedules a mail after the undo window. Past sessions get none. */
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
  if (session.status === 'inquiry') await scheduleSessionMail(session, 'booking_received', context);
  else await notifyBooked(session, context);
}

/**
 * Mails the client of an accepted booking: what its type asks of them, or else the confirmation. A confirmation that
 * waits for the client is sent by `confirmIfComplete`.
 */
async function notifyBooked(session: NotifiedSession, context: EffectContext): Promise<void> {
  if (sessionEnd(session) <= context.now) return;
  const { sql, ctx, now } = context;
  const of = { accountId: ctx.accountId, sessionId: session.id };
  await assignTypeDocuments(sql, { ...of, mailAt: now + UNDO_WINDOW_MS }, now);
  if (session.status === 'scheduled' && (await hasOpenRequirements(sql, of))) return;
  await scheduleSessionMail(session, 'booking_confirmed', context);
}

export async function notifyStatus(
  session: NotifiedSession,
  from: SessionStatus,
  context: EffectContext,
): Promise<void> {
  const kind = MESSAGE_KIND_BY_STATUS[session.status];
  // Pending mails are rechecked before sending, so postpone them until this change is final or undone.
  if (kind !== 'booking_confirmed') await postponePending(session.id, context);
  // Confirming a session after its approval mail is internal to the studio.
  else if (from === 'inquiry') return notifyBooked(session, context);
  else if (await wasNotified(session.id, kind, context)) return;
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
 * Cancels the mails of one status change, and no earlier ones: confirming an approved session sends none, so undoing it
 * must keep the pending approval mail.
 * @param change.undone the status that was undone
 * @param change.to the status before it
 */
export async function withdrawStatusMail(
  sessionId: string,
  { undone, to }: { undone: SessionStatus; to: SessionStatus },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const kind = MESSAGE_KIND_BY_STATUS[undone];
  if (!kind) return;
  if (to === 'inquiry') await withdrawTypeDocuments(sql, { accountId: ctx.accountId, sessionId }, now);
  const [statusEvent] = await sql.query<{ at: number }>(
    `select (extract(epoch from at) * 1000)::float8 as at from session_events
     where account_id = $1 and session_id = $2 and kind = 'status' and details ->> 'to' = $3
     order by at desc limit 1`,
    [ctx.accountId, sessionId, undone],
  );
  const since = statusEvent ? { since: statusEvent.at } : {};
  await withdrawMessages(sql, { accountId: ctx.accountId, sessionId, kinds: [kind], ...since }, now);
}

/**
 * Schedules the mail about a new time. If the session is back at the time the client knows, withdraws the pending one.
 */
export async function notifyRescheduled(
  session: NotifiedSession,
  known: SessionTime,
  context: EffectContext,
): Promise<void> {
  if (session.status === 'inquiry') return;
  if (known.date === session.date && known.duration === session.duration) {
    const { sql, ctx, now } = context;
    const of = { accountId: ctx.accountId, sessionId: session.id };
    await withdrawMessages(sql, { ...of, kinds: ['session_rescheduled'] }, now);
  } else {
    await scheduleSessionMail(session, 'session_rescheduled', context);
  }
}

/**
 * Postpones the pending mails of a cancelled or trashed session until the undo window ends. The job then skips obsolete
 * mails, and an undo keeps them.
 */
export async function postponePending(sessionId: string, { sql, ctx, now }: EffectContext): Promise<void> {
  await postponeMessages(sql, { accountId: ctx.accountId, sessionId }, now + UNDO_WINDOW_MS + 1);
}

/** Postpones all pending mails of customers who were trashed. */
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
 * Assigns the mails to the new client: the previous client's pending mails are cancelled and their links deleted.
 * Inquiries and cancelled sessions get no new mail.
 */
export async function notifyNewClient(session: NotifiedSession, context: EffectContext): Promise<void> {
  const { sql, ctx, now } = context;
  await sql.query('delete from session_links where account_id = $1 and session_id = $2', [ctx.accountId, session.id]);
  const waiting = await withdrawMessages(sql, { accountId: ctx.accountId, sessionId: session.id }, now);
  const kind = MESSAGE_KIND_BY_STATUS[session.status];
  if (waiting > 0 && kind === 'booking_confirmed') await scheduleSessionMail(session, kind, context);
  if (kind !== 'booking_confirmed' || sessionEnd(session) <= now) return;
  await mailOpenDocuments(sql, { accountId: ctx.accountId, sessionId: session.id, mailAt: now + UNDO_WINDOW_MS }, now);
}
