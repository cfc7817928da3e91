import type { SessionStatus } from '#core/domain/sessions.ts';
import { recordSessionEvent, type SessionEvent } from '../lib/session-events.ts';
import { prolongSessionLinks } from '../lib/session-links.ts';
import { comparing, type Effects } from './effect.ts';
import type { Args, EffectContext } from './photo-effects.ts';
import {
  holdBack,
  tellCreated,
  tellMoved,
  tellNewClient,
  tellStatus,
  untellStatus,
  type Told,
} from './session-mails.ts';

/** A session with what its last act on the status left in it. */
interface Stored extends Told {
  previousStatus: SessionStatus | null;
  customerId: string;
}

/** Of sessions: what happened to them, and who is told. */
export const sessionEffects: Effects = {
  'sessions.create': async (args, context) => {
    await note(String(args['id']), 'created', {}, context);
    const [session] = await stored(args, context);
    if (session && args['notify'] === true) await tellCreated(session, context);
  },
  'sessions.reschedule': comparing({
    look: async (args, context) => (await stored(args, context))[0],
    async act(args, context, before) {
      const [session] = await stored(args, context);
      if (!before || !session) return;
      if (before.date === session.date && before.duration === session.duration) return;
      const details = {
        from: before.date,
        to: session.date,
        fromMinutes: before.duration,
        toMinutes: session.duration,
      };
      await prolongSessionLinks(context.sql, { accountId: context.ctx.accountId, sessionId: session.id });
      await note(session.id, 'rescheduled', details, context);
      await tellMoved(session, context);
    },
  }),
  'sessions.setStatus': statusSet,
  'sessions.setStatuses': statusSet,
  'sessions.undoStatus': comparing({ look: stored, act: statusUndone }),
  'sessions.undoStatuses': comparing({ look: stored, act: statusUndone }),
  'sessions.trash': (args, context) => holdBack(String(args['id']), context),
  'sessions.update': comparing({
    look: async (args, context) => (await stored(args, context))[0],
    async act(args, context, before) {
      const [session] = await stored(args, context);
      if (before && session && before.customerId !== session.customerId) await tellNewClient(session, context);
    },
  }),
};

async function statusSet(args: Args, context: EffectContext): Promise<void> {
  for (const session of await stored(args, context)) {
    const from = session.previousStatus;
    if (from === null) continue;
    await note(session.id, 'status', { from, to: session.status }, context);
    await tellStatus(session, from, context);
  }
}

async function statusUndone(_args: Args, context: EffectContext, before: readonly Stored[]): Promise<void> {
  for (const { id, status, previousStatus } of before) {
    if (previousStatus === null) continue;
    await note(id, 'status', { from: status, to: previousStatus }, context);
    await untellStatus(id, status, context);
  }
}

/** The sessions that an act names, their rows held, in the order of their ids as mutators hold them. */
async function stored(args: Args, { sql, ctx }: EffectContext): Promise<Stored[]> {
  const { id, ids } = args;
  const named = Array.isArray(ids) ? ids.filter((one) => typeof one === 'string') : [id];
  return sql.query<Stored>(
    `select id, status, previous_status as "previousStatus", customer_id as "customerId",
       (extract(epoch from date) * 1000)::float8 as date, duration
     from sessions where account_id = $1 and id = any ($2) and deleted_at is null order by id for update`,
    [ctx.accountId, named],
  );
}

async function note(
  sessionId: string,
  kind: SessionEvent['kind'],
  details: NonNullable<SessionEvent['details']>,
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const event = { accountId: ctx.accountId, sessionId, kind, actorId: ctx.userId, details };
  await recordSessionEvent(sql, event, now);
}
