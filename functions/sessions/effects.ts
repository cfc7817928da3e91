import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { studioMutators } from '#core/zero/mutators.ts';
import { recheckCheckouts } from '../checkouts/close-checkouts.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { recordSessionEvent, type SessionEvent } from './events.ts';
import { findKnownTime } from './known-time.ts';
import { keepPromisedTerms } from './promised-terms.ts';
import { extendSessionLinks } from './session-links.ts';
import {
  type NotifiedSession,
  notifyCreated,
  notifyNewClient,
  notifyRescheduled,
  notifyStatus,
  postponePending,
  withholdReminders,
  withdrawStatusMail,
} from './session-mails.ts';

/** A session with the result of its last status change. */
interface Stored extends NotifiedSession {
  previousStatus: SessionStatus | null;
  customerId: string;
}

/** Selects the session or sessions that a mutation names. */
type Named = { id: string } | { ids: readonly string[] };

const { sessions } = studioMutators;

/** Effects of session mutations: events and mails. */
export const sessionEffects = {
  sessions: {
    create: withEffect(sessions.create, async ({ id, notify }, context) => {
      await recordChange(id, 'created', {}, context);
      const [session] = await readStored({ id }, context);
      if (session && notify === true) await notifyCreated(session, context);
    }),
    importMany: withEffect(sessions.importMany, {
      // A repeated step creates nothing.
      before: ({ create }, context) => readStored({ ids: create.map(({ id }) => id) }, context),
      async after({ create }, context, before) {
        const present = new Set(before.map(({ id }) => id));
        const ids = create.flatMap(({ id }) => (present.has(id) ? [] : [id]));
        for (const id of ids) await recordChange(id, 'created', {}, context);
        await withholdReminders(ids, context);
      },
    }),
    reschedule: withEffect(sessions.reschedule, {
      before: readStored,
      async after(args, context, [before]) {
        const [session] = await readStored(args, context);
        if (!before || !session) return;
        if (before.date === session.date && before.duration === session.duration) return;
        const details = {
          from: before.date,
          to: session.date,
          fromMinutes: before.duration,
          toMinutes: session.duration,
        };
        const known = await findKnownTime(session.id, before, context);
        await keepPromisedTerms(session.id, { from: known.date, to: session.date }, context);
        await extendSessionLinks(context.sql, { accountId: context.ctx.accountId, sessionId: session.id });
        await recordChange(session.id, 'rescheduled', details, context);
        await notifyRescheduled(session, known, context);
      },
    }),
    setStatus: withEffect(sessions.setStatus, onStatusSet),
    setStatuses: withEffect(sessions.setStatuses, onStatusSet),
    undoStatus: withEffect(sessions.undoStatus, { before: readStored, after: onStatusUndone }),
    undoStatuses: withEffect(sessions.undoStatuses, { before: readStored, after: onStatusUndone }),
    trash: withEffect(sessions.trash, async ({ id }, context) => {
      await postponePending(id, context);
      await recheckCheckouts(context.sql, { accountId: context.ctx.accountId, orderId: id }, context.now);
    }),
    update: withEffect(sessions.update, {
      before: readStored,
      async after(args, context, [before]) {
        const [session] = await readStored(args, context);
        if (before && session && before.customerId !== session.customerId) await notifyNewClient(session, context);
      },
    }),
  },
} satisfies MutatorsWithEffects;

/** Records a change of sessions' status, and mails their clients. */
export async function onStatusSet(args: Named, context: EffectContext): Promise<void> {
  for (const session of await readStored(args, context)) {
    const from = session.previousStatus;
    if (from === null) continue;
    await recordChange(session.id, 'status', { from, to: session.status }, context);
    await notifyStatus(session, from, context);
    await recheckCheckouts(context.sql, { accountId: context.ctx.accountId, orderId: session.id }, context.now);
  }
}

async function onStatusUndone(_args: Named, context: EffectContext, before: readonly Stored[]): Promise<void> {
  for (const { id, status, previousStatus } of before) {
    if (previousStatus === null) continue;
    await recordChange(id, 'status', { from: status, to: previousStatus }, context);
    if (status === 'cancelled') {
      // What was decided about the money of the cancellation.
      await context.sql.query(
        'update session_billing set kept_amount = null where account_id = $1 and session_id = $2',
        [context.ctx.accountId, id],
      );
    }
    await withdrawStatusMail(id, { undone: status, to: previousStatus }, context);
  }
}

/** Returns the sessions of a mutation. Locks them in id order, like mutators do. */
async function readStored(named: Named, { sql, ctx }: EffectContext): Promise<Stored[]> {
  return sql.query<Stored>(
    `select id, status, previous_status as "previousStatus", customer_id as "customerId",
       (extract(epoch from date) * 1000)::float8 as date, duration
     from sessions where account_id = $1 and id = any ($2) and deleted_at is null order by id for update`,
    [ctx.accountId, 'ids' in named ? named.ids : [named.id]],
  );
}

async function recordChange(
  sessionId: string,
  kind: SessionEvent['kind'],
  details: NonNullable<SessionEvent['details']>,
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const event = { accountId: ctx.accountId, sessionId, kind, actorId: ctx.userId, details };
  await recordSessionEvent(sql, event, now);
}
