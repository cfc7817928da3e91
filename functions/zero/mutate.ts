import { ApplicationError, getMutator } from '@rocicorp/zero';
import { handleMutateRequest } from '@rocicorp/zero/server';
import { zero } from '#core/api/zero.ts';
import { AppError } from '#core/domain/errors.ts';
import { mutators } from '#core/zero/mutators.ts';
import { isConnectionLost } from '../lib/db.ts';
import { defineHandler } from '../lib/http.ts';
import { log } from '../lib/log.ts';
import { mutationContext } from './context.ts';
import { pushDatabase, toQueryable } from './database.ts';
import { prepareEffects } from './effects.ts';
import { json, pushBody, readBody } from './protocol.ts';
import { publicError, reportAll } from './public-error.ts';

/** A person's changes, run a second time and for good: the shared mutator, then what only the server does. */
export const mutate = defineHandler(zero.mutate, async ({ services, request, caller }) => {
  const ctx = mutationContext(caller, services.clock);
  const unexpected: unknown[] = [];
  const refusal = (error: unknown, context = {}) => {
    const { code, details } = publicError(error, context, unexpected);
    return new ApplicationError(code, { details });
  };
  const answer = await handleMutateRequest({
    dbProvider: pushDatabase(services.db, refusal),
    query: request.query,
    body: readBody(request, pushBody),
    userID: caller.userId,
    logLevel: 'error',
    handler: (transact) =>
      transact(async (tx, name, args) => {
        try {
          const mutator = getMutator(mutators, name);
          if (typeof mutator?.fn !== 'function') throw new AppError('not_found', { mutator: name });
          const effects = await prepareEffects(name, args, { sql: toQueryable(tx), ctx, now: services.clock() });
          await mutator.fn({ tx, args, ctx });
          await effects();
        } catch (error) {
          // The whole push comes again later; see pushDatabase.
          if (isConnectionLost(error)) throw error;
          throw refusal(error, { mutator: name });
        }
      }),
  });
  await reportAll(unexpected);
  if (!('kind' in answer) || answer.kind !== 'PushFailed') return json(answer);
  log('error', 'push_failed', { reason: answer.reason });
  // The message is the driver's own, with host names and values in it.
  const { details: _details, ...rest } = answer as typeof answer & { details?: unknown };
  return json({ ...rest, message: answer.reason });
});
