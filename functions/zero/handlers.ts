import { ApplicationError, getMutator, getQuery } from '@rocicorp/zero';
import { handleMutateRequest, handleQueryRequest } from '@rocicorp/zero/server';
import { zero } from '#core/api/zero.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Clock } from '#core/domain/values/time.ts';
import type { Ctx } from '#core/zero/context.ts';
import { securityEventOf } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { type Member, requireRecentSignIn } from '../platform/auth/authorization.ts';
import { isConnectionLost, markTriggeredEffects } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { toQueryable } from '../platform/mutation-effects.ts';
import { log } from '../platform/observability/telemetry.ts';
import { mutationTrace, withTrace } from '../platform/observability/trace.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { serverMutators } from './mutators.ts';
import { json, publicError, pushBody, queryBody, readBody, reportAll } from './protocol.ts';
import { pushDatabase } from './push-database.ts';

/** Context of queries and mutators: determined by the server, never sent by a client. */
function mutationContext({ userId, accountId, role }: Member, now: Clock): Ctx {
  return { userId, accountId, role, now };
}

/** Runs a user's mutations on the server: the shared mutators, with server-only effects. */
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
    handler: (transact, mutation) =>
      withTrace(mutationTrace(mutation), async () => {
        const result = await transact(async (tx, name, args) => {
          try {
            const mutator = getMutator(serverMutators, name);
            if (typeof mutator?.fn !== 'function') throw new AppError('not_found', { mutator: name });
            const sql = toQueryable(tx);
            const kind = securityEventOf(name, args);
            if (kind) await requireRecentSignIn(sql, caller);
            await mutator.fn({ tx, args, ctx });
            const { accountId, userId } = caller;
            if (kind) await recordSecurityEvent(sql, { accountId, kind, actor: { userId } }, services.clock());
            await markTriggeredEffects(sql);
          } catch (error) {
            // Zero retries the whole push, see pushDatabase.
            if (isConnectionLost(error)) throw error;
            throw refusal(error, { mutator: name });
          }
        });
        // Any client may send any name.
        const mutator = getMutator(serverMutators, mutation.name) ? mutation.name : 'unknown';
        log('info', 'mutation', { mutator, refused: 'error' in result.result });
        return result;
      }),
  });
  await reportAll(unexpected);
  if (!('kind' in answer) || answer.kind !== 'PushFailed') return json(answer);
  log('error', 'push_failed', { reason: answer.reason });
  // Drop the driver's message, which contains host names and values.
  const { details: _details, ...rest } = answer as typeof answer & { details?: unknown };
  return json({ ...rest, message: answer.reason });
});

/** Resolves a named query to rows for this user; token and membership identify the user. */
export const query = defineHandler(zero.query, async ({ services, request, caller }) => {
  const ctx = mutationContext(caller, services.clock);
  const unexpected: unknown[] = [];
  const answer = await handleQueryRequest({
    schema,
    query: request.query,
    body: readBody(request, queryBody),
    userID: caller.userId,
    logLevel: 'error',
    handler: (name, args) => {
      try {
        const named = getQuery(queries, name);
        if (typeof named?.fn !== 'function') throw new AppError('not_found', { query: name });
        return named.fn({ args, ctx });
      } catch (error) {
        const { code, details } = publicError(error, { query: name }, unexpected);
        throw new ApplicationError(code, { details });
      }
    },
  });
  await reportAll(unexpected);
  return json(answer);
});
