import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg';
import pg from 'pg';
import { AppError } from '#core/domain/values/errors.ts';
import { type Schema, schema } from '#core/zero/schema.ts';
import { type Database, isConnectionLost, nameTrace } from '../platform/db/database.ts';
import { toQueryable } from '../platform/mutation-effects.ts';

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
