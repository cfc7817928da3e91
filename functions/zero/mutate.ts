import { ApplicationError, getMutator } from '@rocicorp/zero';
import { handleMutateRequest } from '@rocicorp/zero/server';
import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg';
import pg from 'pg';
import { zero } from '#core/api/zero.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { securityEventOf } from '#core/zero/mutators.ts';
import { type Schema, schema } from '#core/zero/schema.ts';
import { requireRecentSignIn } from '../platform/auth/authorization.ts';
import { type Database, isConnectionLost, markTriggeredEffects, nameTrace } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { toQueryable } from '../platform/mutation-effects.ts';
import { log } from '../platform/observability/telemetry.ts';
import { mutationTrace, withTrace } from '../platform/observability/trace.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { serverMutators } from './mutators.ts';
import { json, publicError, pushBody, readBody, reportAll } from './protocol.ts';

/** Runs a user's mutations on the server: the shared mutators, with server-only effects. */
export const mutate = defineHandler(zero.mutate, async ({ services, request, caller }) => {
  const { userId, accountId, role, access } = caller;
  const ctx = { userId, accountId, role, access, now: services.clock };
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

type ZeroDatabase = ReturnType<typeof zeroNodePg<Schema>>;

/**
 * The database for one push of mutations. Zero treats every failure of a mutation as its own, and records it as
 * rejected in a second transaction. After a lost connection that would reject valid changes, so this push gets no
 * further transaction, fails and is retried.
 * Zero logs a transaction's error and sends its message to the client; database messages quote rows.
 * @param refusal maps an error of the database, for example at commit
 */
export function pushDatabase(db: Database, refusal: (error: unknown) => Error): Pick<ZeroDatabase, 'transaction'> {
  const zero = zeroNodePg(schema, db.pool);
  let lost: AppError | undefined;
  return {
    async transaction(work, input) {
      if (lost) throw lost;
      try {
        return await zero.transaction(async (tx, hooks) => {
          await nameTrace(toQueryable(tx));
          return work(tx, hooks);
        }, input);
      } catch (error) {
        if (isLost(error)) throw (lost = new AppError('unavailable'));
        throw error instanceof pg.DatabaseError ? refusal(error) : error;
      }
    },
  };
}

function isLost(error: unknown): boolean {
  return isConnectionLost(error) || (error instanceof Error && error.cause !== undefined && isLost(error.cause));
}
