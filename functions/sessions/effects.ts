import type { SessionStatus } from '#core/domain/sessions.ts';
import { extendSessionLinks } from '../messages/session-links.ts';
import {
  type NotifiedSession,
  notifyCreated,
  notifyNewClient,
  notifyRescheduled,
  notifyStatus,
  postponePending,
  withdrawStatusMail,
} from '../messages/session-mails.ts';
import { type Args, type EffectContext, type Effects, withBefore } from '../platform/mutation-effects.ts';
import { recordSessionEvent, type SessionEvent } from './events.ts';

/** A session with the result of its last status change. */
interface Stored extends NotifiedSession {
  previousStatus: SessionStatus | null;
  customerId: string;
}

/** Effects of session mutations: events and mails. */
export const sessionEffects: Effects = {
  'sessions.create': async (args, context) => {
    await recordChange(String(args['id']), 'created', {}, context);
    const [session] = await readStored(args, context);
    if (session && args['notify'] === true) await notifyCreated(session, context);
  },
  'sessions.reschedule': withBefore({
    before: async (args, context) => (await readStored(args, context))[0],
    async after(args, context, before) {
      const [session] = await readStored(args, context);
      if (!before || !session) return;
      if (before.date === session.date && before.duration === session.duration) return;
      const details = {
        from: before.date,
        to: session.date,
        fromMinutes: before.duration,
        toMinutes: session.duration,
      };
      await extendSessionLinks(context.sql, { accountId: context.ctx.accountId, sessionId: session.id });
      await recordChange(session.id, 'rescheduled', details, context);
      await notifyRescheduled(session, context);
    },
  }),
  'sessions.setStatus': onStatusSet,
  'sessions.setStatuses': onStatusSet,
  'sessions.undoStatus': withBefore({ before: readStored, after: onStatusUndone }),
  'sessions.undoStatuses': withBefore({ before: readStored, after: onStatusUndone }),
  'sessions.trash': (args, context) => postponePending(String(args['id']), context),
  'sessions.update': withBefore({
    before: async (args, context) => (await readStored(args, context))[0],
    async after(args, context, before) {
      const [session] = await readStored(args, context);
      if (before && session && before.customerId !== session.customerId) await notifyNewClient(session, context);
    },
  }),
};

async function onStatusSet(args: Args, context: EffectContext): Promise<void> {
  for (const session of await readStored(args, context)) {
    const from = session.previousStatus;
    if (from === null) continue;
    await recordChange(session.id, 'status', { from, to: session.status }, context);
    await notifyStatus(session, from, context);
  }
}

async function onStatusUndone(_args: Args, context: EffectContext, before: readonly Stored[]): Promise<void> {
  for (const { id, status, previousStatus } of before) {
    if (previousStatus === null) continue;
    await recordChange(id, 'status', { from: status, to: previousStatus }, context);
    await withdrawStatusMail(id, status, context);
  }
}

/** Returns the sessions of a mutation. Locks them in id order, like mutators do. */
async function readStored(args: Args, { sql, ctx }: EffectContext): Promise<Stored[]> {
  const { id, ids } = args;
  const named = Array.isArray(ids) ? ids.filter((one) => typeof one === 'string') : [id];
  return sql.query<Stored>(
    `select id, status, previous_status as "previousStatus", customer_id as "customerId",
       (extract(epoch from date) * 1000)::float8 as date, duration
     from sessions where account_id = $1 and id = any ($2) and deleted_at is null order by id for update`,
    [ctx.accountId, named],
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
