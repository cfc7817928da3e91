import { getMutator, type ReadonlyJSONObject } from '@rocicorp/zero';
import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg';
import pg from 'pg';
import { AppError } from '#core/domain/values/errors.ts';
import { schema } from '#core/zero/schema.ts';
import type { Actor } from '../platform/auth/authorization.ts';
import { isConnectionLost, markTriggeredEffects, nameTrace, violatedConstraint } from '../platform/db/database.ts';
import { toQueryable } from '../platform/mutation-effects.ts';
import type { Services } from '../platform/services.ts';
import { serverMutators } from './mutators.ts';
import { isInvalidArgs } from './protocol.ts';

/**
 * Runs a mutation of the back office for a caller of the HTTP API: the same validation, authorisation, mutator and
 * effects in one transaction, with the server's clock.
 * @throws AppError of the mutator; `validation_failed`, `conflict`, `unavailable`
 */
export async function runMutation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, accountId, role, access }: Actor,
  name: string,
  args: ReadonlyJSONObject,
): Promise<void> {
  const mutator = getMutator(serverMutators, name);
  if (typeof mutator?.fn !== 'function') throw new Error(`No mutator ${name}`);
  try {
    await zeroNodePg(schema, db.pool).transaction(async (tx) => {
      await nameTrace(toQueryable(tx));
      const ctx = { userId, accountId, role, access, now: clock };
      await mutator.fn({ tx, args: { ...args, now: clock() }, ctx });
      await markTriggeredEffects(toQueryable(tx));
    });
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  if (cause instanceof AppError) return cause;
  if (isConnectionLost(cause)) return new AppError('unavailable', { retryAfter: 2 });
  if (isInvalidArgs(cause)) return new AppError('validation_failed');
  return violatedConstraint(cause) === null ? cause : new AppError('conflict');
}
