import type { ServerTransaction } from '@rocicorp/zero';
import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg';
import pg from 'pg';
import { AppError } from '#core/domain/errors.ts';
import { type Schema, schema } from '#core/zero/schema.ts';
import { type Database, isConnectionLost, type Queryable } from '../platform/db/database.ts';

type ZeroDatabase = ReturnType<typeof zeroNodePg<Schema>>;
type WrappedTransaction = ServerTransaction<Schema, unknown>;

/**
 * The database as one push of mutations uses it. Zero takes every failure of a mutation for the mutation's own fault,
 * and records it as refused in a second transaction. While the database is away that would refuse changes that are
 * perfectly good: so once it was lost, this push gets no further transaction, fails as a whole, and comes again.
 *
 * Zero logs what a transaction throws and tells it to the client, word for word; the database quotes rows in its words.
 * @param refusal what is thrown where the database refused, at the commit for instance
 */
export function pushDatabase(db: Database, refusal: (error: unknown) => Error): Pick<ZeroDatabase, 'transaction'> {
  const zero = zeroNodePg(schema, db.pool);
  let lost: AppError | undefined;
  return {
    async transaction(work, input) {
      if (lost) throw lost;
      try {
        return await zero.transaction(work, input);
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

/** Plain SQL within a mutation's transaction. */
export function toQueryable(tx: WrappedTransaction): Queryable {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      [...(await tx.dbTransaction.query(text, [...values]))] as Row[],
  };
}
