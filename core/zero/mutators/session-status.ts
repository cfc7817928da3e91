import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import type { MessageKind } from '../../domain/messages/messages.ts';
import {
  SESSION_TRANSITIONS,
  SESSION_UNDO,
  sessionIds,
  type SessionStatus,
  sessionStatus,
} from '../../domain/sessions/sessions.ts';
import { assertTransition, UNDO_WINDOW_MS } from '../../domain/values/transitions.ts';
import type { Ctx } from '../context.ts';
import { lockRow, lockRows, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import type { Session } from './session-access.ts';

/** Changes the status of a session that is locked, and stores the previous one, for undo. */
export async function changeStatus(
  tx: Transaction,
  ctx: Ctx,
  session: Session,
  to: SessionStatus,
  now: number,
): Promise<void> {
  assertTransition(SESSION_TRANSITIONS, session.status, to);
  await tx.mutate.sessions.update({
    id: session.id,
    status: to,
    previousStatus: session.status,
    statusChangedAt: now,
    statusChangedBy: ctx.userId,
    ...(session.status === 'inquiry' ? { bookedAt: now } : {}),
    updatedAt: now,
  });
}

async function undoStatus(tx: Transaction, ctx: Ctx, session: Session, now: number): Promise<void> {
  const { previousStatus, statusChangedAt, statusChangedBy } = session;
  if (!previousStatus || statusChangedAt === null || statusChangedBy !== ctx.userId) {
    throw new AppError('undo_expired');
  }
  if (now - statusChangedAt > UNDO_WINDOW_MS) throw new AppError('undo_expired');
  assertTransition(SESSION_UNDO, session.status, previousStatus);
  await assertNotNotified(tx, ctx, session.id, { to: previousStatus, since: statusChangedAt });
  await tx.mutate.sessions.update({
    id: session.id,
    status: previousStatus,
    previousStatus: null,
    statusChangedAt: null,
    statusChangedBy: null,
    ...(previousStatus === 'inquiry' ? { bookedAt: null } : {}),
    updatedAt: now,
  });
}

/** Mails that tell the client the studio's answer. */
const ANSWER_KINDS: readonly MessageKind[] = ['booking_confirmed', 'booking_declined', 'session_cancelled'];
/** A reminder also tells the client that the session is held; it cannot return to `inquiry` afterwards. */
const APPROVAL_KINDS: readonly MessageKind[] = [...ANSWER_KINDS, 'session_reminder'];

interface Undo {
  to: SessionStatus;
  since: number;
}

/**
 * Refuses an undo after the client was mailed about the change. A mail requested by an earlier change
 * does not count.
 */
async function assertNotNotified(tx: Transaction, ctx: Ctx, sessionId: string, { to, since }: Undo): Promise<void> {
  if (tx.location === 'client') return;
  // The server gives mails and history the same timestamp, which differs slightly from the mutator's.
  const latest = ownRows(ctx, 'sessionEvents')
    .where('sessionId', sessionId)
    .where('kind', 'status')
    .orderBy('at', 'desc');
  const act = await tx.run(latest.one());
  const notified = ownRows(ctx, 'messages')
    .where('sessionId', sessionId)
    .where('kind', 'IN', to === 'inquiry' ? APPROVAL_KINDS : ANSWER_KINDS)
    .where('sentAt', 'IS NOT', null)
    .where('createdAt', '>=', act?.at ?? since);
  if (await tx.run(notified.one())) throw new AppError('undo_expired');
}

/** Mutators of a session's status. A bulk mutation changes all sessions or none. */
export const sessionStatusMutators = {
  setStatus: studioMutator(
    'sessions.write',
    z.strictObject({ id: rowId, to: sessionStatus }),
    async ({ tx, ctx, args, now }) => {
      await changeStatus(tx, ctx, await lockRow(tx, ctx, 'sessions', args.id), args.to, now);
    },
  ),

  setStatuses: studioMutator(
    'sessions.write',
    z.strictObject({ ids: sessionIds, to: sessionStatus }),
    async ({ tx, ctx, args, now }) => {
      for (const session of await lockRows(tx, ctx, 'sessions', args.ids, { field: 'ids' }))
        await changeStatus(tx, ctx, session, args.to, now);
    },
  ),

  /** Undoes the last status change: within ten minutes, by the same member only. */
  undoStatus: studioMutator('sessions.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    await undoStatus(tx, ctx, await lockRow(tx, ctx, 'sessions', args.id), now);
  }),

  undoStatuses: studioMutator('sessions.write', z.strictObject({ ids: sessionIds }), async ({ tx, ctx, args, now }) => {
    for (const session of await lockRows(tx, ctx, 'sessions', args.ids, { field: 'ids' }))
      await undoStatus(tx, ctx, session, now);
  }),
};
