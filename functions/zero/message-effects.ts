import { queueMessage } from '../lib/messages.ts';
import type { Effect, Effects } from './effect.ts';

/** The row says that it is to go now; what carries it out must know too. */
const send: Effect = (args, { sql, ctx, now }) => queueMessage(sql, ctx.accountId, String(args['id']), now, now);

export const messageEffects: Effects = {
  'messages.retry': send,
  'messages.sendNow': send,
};
