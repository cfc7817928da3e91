import { studioMutators } from '#core/zero/mutators.ts';
import { assertDeliverable } from '../mails/suppressions.ts';
import { cancelEffects, cancelMessage, queueMessage } from '../outbox/messages.ts';
import type { Queryable } from '../platform/db/database.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';

/** Selects mails of some customers, or one mail. */
export type Recipient = { accountId: string } & ({ customerIds: readonly string[] } | { messageId: string });

/**
 * Updates recipient and language of pending mails to the contacts' current values; cancels mails to contacts without an
 * email. Call it in the transaction that changed the customer or requeued the mail.
 */
export async function updateRecipients(tx: Queryable, of: Recipient, now: number): Promise<void> {
  const customerIds = 'customerIds' in of ? of.customerIds : null;
  const messageId = 'messageId' in of ? of.messageId : null;
  const rows = await tx.query<{ id: string; isLeft: boolean }>(
    `with present as (
       select o.id, p.id as contact_id, p.email, coalesce(p.language, c.language, a.language) as language
       from messages o join accounts a on a.id = o.account_id
         join customers c on c.account_id = o.account_id and c.id = o.customer_id
         join lateral (
           -- A removed contact's mail goes to the first one, who has their own if it had several recipients.
           select p.id, p.email, p.language from customer_contacts p
             where p.account_id = o.account_id and p.customer_id = o.customer_id
             order by coalesce(p.id = o.contact_id, false) desc, p.position, p.id limit 1) p on true
       where o.account_id = $1 and o.status = 'pending'
         and ($2::text[] is null or o.customer_id = any($2)) and ($3::text is null or o.id = $3))
     update messages m set
       contact_id = p.contact_id,
       status = case p.email when '' then 'cancelled' else m.status end,
       recipient = case p.email when '' then m.recipient else p.email end,
       language = p.language
     from present p
     where m.account_id = $1 and m.id = p.id and m.status = 'pending'
       and (p.email, p.language, p.contact_id) is distinct from (m.recipient, m.language, m.contact_id)
     returning m.id, m.status = 'cancelled' as "isLeft"`,
    [of.accountId, customerIds, messageId],
  );
  await cancelEffects(
    tx,
    rows.filter(({ isLeft }) => isLeft),
    now,
  );
}

/** Selects the mail that a mutation names. */
type Named = { id: string };

/** The mutator sets the row's due time to now; update the outbox as well. */
async function send({ id }: Named, { sql, ctx, now }: EffectContext): Promise<void> {
  await queueMessage(sql, ctx.accountId, id, now, now);
}

/**
 * Queues the mail at its due time, or now if that has passed. A mail that failed before it was withdrawn stays
 * unqueued.
 */
async function queueAgain({ id }: Named, { sql, ctx, now }: EffectContext): Promise<void> {
  const [message] = await sql.query<{ dueAt: number }>(
    `select (extract(epoch from due_at) * 1000)::float8 as "dueAt" from messages
     where account_id = $1 and id = $2 and status = 'pending'`,
    [ctx.accountId, id],
  );
  if (message) await queueMessage(sql, ctx.accountId, id, Math.max(now, message.dueAt), now);
}

/** Updates the recipient: the customer's email may have changed while the mail was not pending. */
async function updateRecipient({ id: messageId }: Named, { sql, ctx, now }: EffectContext): Promise<void> {
  await updateRecipients(sql, { accountId: ctx.accountId, messageId }, now);
}

/** @throws AppError if mails to the recipient come back */
async function refuseSuppressed(
  { id, again }: Named & { again?: boolean | undefined },
  { sql, ctx, now }: EffectContext,
): Promise<void> {
  const { accountId } = ctx;
  const [message] = await sql.query<{ email: string }>(
    'select recipient as email from messages where account_id = $1 and id = $2',
    [accountId, id],
  );
  if (message) await assertDeliverable(sql, { accountId, email: message.email, again }, now);
}

const { messages } = studioMutators;

export const messageEffects = {
  messages: {
    retry: withEffect(messages.retry, async (args, context) => {
      await send(args, context);
      await updateRecipient(args, context);
      await refuseSuppressed(args, context);
    }),
    sendNow: withEffect(messages.sendNow, send),
    withdraw: withEffect(messages.withdraw, ({ id }, { sql, ctx, now }) => cancelMessage(sql, ctx.accountId, id, now)),
    withdrawPending: withEffect(messages.withdrawPending, {
      before: ({ sessionId, kind }, { sql, ctx }) =>
        sql.query<Named>(
          `select id from messages where account_id = $1 and session_id = $2 and kind = $3 and status = 'pending'`,
          [ctx.accountId, sessionId, kind],
        ),
      async after(_args, { sql, ctx, now }, pending) {
        for (const { id } of pending) await cancelMessage(sql, ctx.accountId, id, now);
      },
    }),
    undoWithdraw: withEffect(messages.undoWithdraw, async (args, context) => {
      await queueAgain(args, context);
      await updateRecipient(args, context);
    }),
  },
} satisfies MutatorsWithEffects;
