import { defineMutator, type Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { rowId } from '../../domain/ids.ts';
import { findUnknownFields } from '../../domain/message-templates.ts';
import { mailTemplate, MESSAGE_TRANSITIONS, MESSAGE_UNDO_TRANSITIONS, messageKind } from '../../domain/messages.ts';
import { language } from '../../domain/primitives.ts';
import { canSeeMoneyOf } from '../../domain/session-money.ts';
import { assertTransition, UNDO_WINDOW_MS } from '../../domain/transitions.ts';
import { assertFound, authorise, clientTime, type Ctx, serverTime } from '../context.ts';
import { zql } from '../schema.ts';

/** Those that the caller sees, as in core/zero/queries/messages.ts: a receipt is of money. */
async function loadMessage(tx: Transaction, ctx: Ctx, id: string) {
  const one = zql.messages.where('id', id).where('accountId', ctx.accountId).related('customer').related('session');
  const message = assertFound(await tx.run(one.one()));
  // A browser has no others, and not always the session.
  const isHidden = message.kind === 'receipt' && !canSeeMoneyOf(ctx, message.session ?? { photographerId: null });
  if (isHidden && tx.location === 'server') throw new AppError('not_found');
  return message;
}

/** Against the one who sends it, and a colleague who withdraws it too. */
async function lockMessage(tx: Transaction, ctx: Ctx, id: string): Promise<void> {
  if (tx.location === 'client') return;
  await tx.dbTransaction.query('select from messages where account_id = $1 and id = $2 for update', [
    ctx.accountId,
    id,
  ]);
}

const messageArgs = z.strictObject({ id: rowId, now: clientTime });

export const messageMutators = {
  /** Has what could not be sent tried again, at the address that the client has now. */
  retry: defineMutator(messageArgs, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'sessions.write');
    // Somebody else may be letting it be.
    await lockMessage(tx, ctx, args.id);
    const message = await loadMessage(tx, ctx, args.id);
    assertTransition(MESSAGE_TRANSITIONS, message.status, 'pending');
    await tx.mutate.messages.update({
      id: args.id,
      status: 'pending',
      error: null,
      recipient: message.customer?.email || message.recipient,
      dueAt: serverTime(tx, ctx, args.now),
    });
  }),

  /** What waits for the time in which an act can be undone need not wait any longer. */
  sendNow: defineMutator(messageArgs, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'sessions.write');
    const { status, dueAt } = await loadMessage(tx, ctx, args.id);
    assertTransition(MESSAGE_TRANSITIONS, status, 'sent');
    await tx.mutate.messages.update({ id: args.id, dueAt: Math.min(dueAt, serverTime(tx, ctx, args.now)) });
  }),

  /**
   * Has what still waits, or could not be sent, not sent at all; one that is on its way already the server refuses, see
   * the effect. Why it could not be sent stays with it, and tells what an undo makes of it.
   */
  withdraw: defineMutator(messageArgs, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'sessions.write');
    await lockMessage(tx, ctx, args.id);
    const { status } = await loadMessage(tx, ctx, args.id);
    assertTransition(MESSAGE_TRANSITIONS, status, 'cancelled');
    const cancelledAt = serverTime(tx, ctx, args.now);
    await tx.mutate.messages.update({ id: args.id, status: 'cancelled', cancelledAt, cancelledBy: ctx.userId });
  }),

  /** Takes a withdrawal back: ten minutes, and only who withdrew it (decisions §2). */
  undoWithdraw: defineMutator(messageArgs, async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'sessions.write');
    await lockMessage(tx, ctx, args.id);
    const message = await loadMessage(tx, ctx, args.id);
    const { cancelledAt, cancelledBy } = message;
    const status = message.error === null ? 'pending' : 'failed';
    assertTransition(MESSAGE_UNDO_TRANSITIONS, message.status, status);
    const isOver = cancelledAt === null || serverTime(tx, ctx, args.now) - cancelledAt > UNDO_WINDOW_MS;
    if (isOver || cancelledBy !== ctx.userId) throw new AppError('undo_expired');
    await assertLatest(tx, ctx, message);
    await tx.mutate.messages.update({ id: args.id, status, cancelledAt: null, cancelledBy: null });
  }),
};

/** Where another of its kind has come since, that one is the mail. */
async function assertLatest(tx: Transaction, ctx: Ctx, message: Awaited<ReturnType<typeof loadMessage>>) {
  if (tx.location === 'client' || message.sessionId === null) return;
  const later = zql.messages
    .where('accountId', ctx.accountId)
    .where('sessionId', message.sessionId)
    .where('kind', message.kind)
    .where('id', '!=', message.id)
    .where('createdAt', '>=', message.createdAt);
  if (message.kind !== 'receipt' && (await tx.run(later.one()))) throw new AppError('undo_expired');
}

export const mailTemplateMutators = {
  /** The studio's own words for one mail in one language. */
  set: defineMutator(mailTemplate.extend({ now: clientTime }), async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(asked, 'account.update');
    const { kind, subject, body } = args;
    for (const [field, text] of Object.entries({ subject, body })) {
      const [name] = findUnknownFields(kind, text);
      if (name !== undefined) throw new AppError('template_field_unknown', { field, name });
    }
    await tx.mutate.mailTemplates.upsert({
      accountId: ctx.accountId,
      kind,
      language: args.language,
      authorId: ctx.userId,
      subject,
      body,
      updatedAt: serverTime(tx, ctx, args.now),
    });
  }),

  /** Ours again; where they are ours already, nothing happens. */
  reset: defineMutator(
    z.strictObject({ kind: messageKind, language, now: clientTime }),
    async ({ tx, ctx: asked, args: { kind, language: of } }) => {
      const ctx = authorise(asked, 'account.update');
      await tx.mutate.mailTemplates.delete({ accountId: ctx.accountId, kind, language: of });
    },
  ),
};
