import type { ServerTransaction } from '@rocicorp/zero';
import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg';
import { schema, type Schema } from '#core/zero/schema.ts';
import { type Database, isConnectionLost, type Queryable } from '../lib/db.ts';

type ZeroDatabase = ReturnType<typeof zeroNodePg<Schema>>;
type WrappedTransaction = ServerTransaction<Schema, unknown>;

/**
 * The database as one push of mutations uses it. Zero takes every failure of a mutation for the mutation's own fault,
 * and records it as refused in a second transaction. While the database is away that would refuse changes that are
 * perfectly good: so once it was lost, this push gets no further transaction, fails as a whole, and comes again.
 */
export function pushDatabase(db: Database): Pick<ZeroDatabase, 'transaction'> {
  const zero = zeroNodePg(schema, db.pool);
  let lost: unknown;
  return {
    async transaction(work, input) {
      if (lost) throw lost;
      try {
        return await zero.transaction(work, input);
      } catch (error) {
        if (isLost(error)) lost = error;
        throw error;
      }
    },
  };
}

function isLost(error: unknown): boolean {
  return isConnectionLost(error) || (error instanceof Error && error.cause !== undefined && isLost(error.cause));
}

/** Plain SQL within a mutation's transaction. */
export function sqlOf(tx: WrappedTransaction): Queryable {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      [...(await tx.dbTransaction.query(text, [...values]))] as Row[],
  };
}
