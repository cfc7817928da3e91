import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { assertKnownFields } from '../../domain/messages/message-templates.ts';
import {
  mailTemplate,
  mailTemplateKind,
  MONEY_MESSAGE_KINDS,
  MESSAGE_TRANSITIONS,
  MESSAGE_UNDO_TRANSITIONS,
  type MailKind,
  type MessageKind,
  messageKind,
} from '../../domain/messages/messages.ts';
import { language } from '../../domain/values/primitives.ts';
import { canSeeMoneyOf } from '../../domain/payments/session-money.ts';
import { assertTransition, UNDO_WINDOW_MS } from '../../domain/values/transitions.ts';
import type { Ctx } from '../context.ts';
import { assertFound, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Returns a message that the caller may see, as in core/zero/queries/messages.ts: some kinds require access to money. */
async function loadMessage(tx: Transaction, ctx: Ctx, id: string) {
  const one = ownRows(ctx, 'messages').where('id', id).related('customer').related('contact');
  const message = assertFound(await tx.run(one.related('session').related('order').one()));
  // A browser only has messages it may see, and not always their session.
  const isOfMoney = MONEY_MESSAGE_KINDS.includes(message.kind as MessageKind);
  const isHidden = isOfMoney && !canSeeMoneyOf(ctx, message.session ?? message.order ?? { photographerId: null });
  if (isHidden && tx.location === 'server') throw new AppError('not_found');
  return message;
}

/** As `loadMessage`; serialises with the sending job and with other members' withdrawals. */
async function lockMessage(tx: Transaction, ctx: Ctx, id: string) {
  await lockRow(tx, ctx, 'messages', id);
  return loadMessage(tx, ctx, id);
}

const messageArgs = z.strictObject({ id: rowId });
/** `again`: true to send to an address whose mails bounced (core/api/mails.ts). */
const retryArgs = messageArgs.extend({ again: z.boolean().optional() });

export const messageMutators = {
  /** Retries a failed mail, to the contact's current email. The server refuses a suppressed address. */
  retry: studioMutator('sessions.write', retryArgs, async ({ tx, ctx, args, now }) => {
    // Another member may be withdrawing it.
    const message = await lockMessage(tx, ctx, args.id);
    assertTransition(MESSAGE_TRANSITIONS, message.status, 'pending');
    await tx.mutate.messages.update({
      id: args.id,
      status: 'pending',
      error: null,
      recipient: (message.contact ?? message.customer)?.email || message.recipient,
      dueAt: now,
    });
  }),

  /** Sends a mail that is delayed by the undo window immediately. */
  sendNow: studioMutator('sessions.write', messageArgs, async ({ tx, ctx, args, now }) => {
    const { status, dueAt } = await loadMessage(tx, ctx, args.id);
    assertTransition(MESSAGE_TRANSITIONS, status, 'sent');
    await tx.mutate.messages.update({ id: args.id, dueAt: Math.min(dueAt, now) });
  }),

  /**
   * Withdraws a pending or failed mail; the server refuses it for a mail in progress, see the effect. The error stays,
   * so that an undo restores the status `failed`.
   */
  withdraw: studioMutator('sessions.write', messageArgs, async ({ tx, ctx, args, now }) => {
    const { status } = await lockMessage(tx, ctx, args.id);
    assertTransition(MESSAGE_TRANSITIONS, status, 'cancelled');
    await tx.mutate.messages.update({ id: args.id, status: 'cancelled', cancelledAt: now, cancelledBy: ctx.userId });
  }),

  /** Withdraws the pending mails of one kind about a session, e.g. about its new time. */
  withdrawPending: studioMutator(
    'sessions.write',
    z.strictObject({
      sessionId: rowId,
      kind: messageKind.exclude([
        'receipt',
        'refund_failed',
        'payment_request',
        'instalment_due',
        'instalment_overdue',
        'proposal_sent',
        'proposal_reminder',
        'proposal_accepted',
        'automation',
      ]),
    }),
    async ({ tx, ctx, args: { sessionId, kind }, now }) => {
      await lockRow(tx, ctx, 'sessions', sessionId);
      const pending = ownRows(ctx, 'messages')
        .where('sessionId', sessionId)
        .where('kind', kind)
        .where('status', 'pending');
      for (const { id } of await tx.run(pending)) {
        const { status } = await lockMessage(tx, ctx, id);
        if (status !== 'pending') continue;
        await tx.mutate.messages.update({ id, status: 'cancelled', cancelledAt: now, cancelledBy: ctx.userId });
      }
    },
  ),

  /** Undoes a withdrawal: within ten minutes, by the same member only. */
  undoWithdraw: studioMutator('sessions.write', messageArgs, async ({ tx, ctx, args, now }) => {
    const message = await lockMessage(tx, ctx, args.id);
    const { cancelledAt, cancelledBy } = message;
    const status = message.error === null ? 'pending' : 'failed';
    assertTransition(MESSAGE_UNDO_TRANSITIONS, message.status, status);
    const isOver = cancelledAt === null || now - cancelledAt > UNDO_WINDOW_MS;
    if (isOver || cancelledBy !== ctx.userId) throw new AppError('undo_expired');
    await assertLatest(tx, ctx, message);
    await tx.mutate.messages.update({ id: args.id, status, cancelledAt: null, cancelledBy: null });
  }),
};

/** Kinds of which a session may have several current messages: of its payments, and of its automations. */
const REPEATED_KINDS: ReadonlySet<MailKind> = new Set(['receipt', 'refund_failed', 'automation']);

/** Refuses if a newer message of this kind supersedes it. */
async function assertLatest(tx: Transaction, ctx: Ctx, message: Awaited<ReturnType<typeof loadMessage>>) {
  if (tx.location === 'client' || message.sessionId === null) return;
  const later = ownRows(ctx, 'messages')
    .where('sessionId', message.sessionId)
    .where('kind', message.kind)
    // Copies of one sending do not supersede each other.
    .where('contactId', 'IS', message.contactId)
    .where('id', '!=', message.id)
    .where('createdAt', '>=', message.createdAt);
  if (!REPEATED_KINDS.has(message.kind) && (await tx.run(later.one()))) throw new AppError('undo_expired');
}

export const mailTemplateMutators = {
  /** Sets the studio's template of one mail in one language. */
  set: studioMutator(
    'account.update',
    mailTemplate.extend({ kind: mailTemplateKind }),
    async ({ tx, ctx, args, now }) => {
      const { kind, subject, body } = args;
      assertKnownFields(args);
      await tx.mutate.mailTemplates.upsert({
        accountId: ctx.accountId,
        kind,
        language: args.language,
        authorId: ctx.userId,
        subject,
        body,
        updatedAt: now,
      });
    },
    // Templates may say where to pay.
    () => 'client_texts_changed',
  ),

  /** Resets a template to the default; no-op if it is the default. */
  reset: studioMutator(
    'account.update',
    z.strictObject({ kind: mailTemplateKind, language }),
    async ({ tx, ctx, args: { kind, language: of } }) => {
      await tx.mutate.mailTemplates.delete({ accountId: ctx.accountId, kind, language: of });
    },
  ),
};
