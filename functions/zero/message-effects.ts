import { updateRecipients } from '../lib/message-address.ts';
import { queueMessage, cancelMessage } from '../lib/messages.ts';
import type { Effect, Effects } from './effect.ts';
import type { Args, EffectContext } from './photo-effects.ts';

/** The row says that it is to go now; what carries it out must know too. */
const send: Effect = (args, { sql, ctx, now }) => queueMessage(sql, ctx.accountId, String(args['id']), now, now);

const cancelPending: Effect = (args, { sql, ctx, now }) => cancelMessage(sql, ctx.accountId, String(args['id']), now);

/** When it was to go, or now where that has passed; what had failed before it was withdrawn waits for nothing. */
const queueAgain: Effect = async (args, { sql, ctx, now }) => {
  const id = String(args['id']);
  const [message] = await sql.query<{ dueAt: number }>(
    `select (extract(epoch from due_at) * 1000)::float8 as "dueAt" from messages
     where account_id = $1 and id = $2 and status = 'waiting'`,
    [ctx.accountId, id],
  );
  if (message) await queueMessage(sql, ctx.accountId, id, Math.max(now, message.dueAt), now);
};

/** Where their client has it now, which may have changed while nothing waited. */
const updateRecipient = (args: Args, { sql, ctx, now }: EffectContext) =>
  updateRecipients(sql, { accountId: ctx.accountId, messageId: String(args['id']) }, now);

export const messageEffects: Effects = {
  'messages.retry': async (args, context) => {
    await send(args, context);
    await updateRecipient(args, context);
  },
  'messages.sendNow': send,
  'messages.withdraw': cancelPending,
  'messages.undoWithdraw': async (args, context) => {
    await queueAgain(args, context);
    await updateRecipient(args, context);
  },
};
