import type { Transaction } from '@rocicorp/zero';
import { AppError } from '../../domain/values/errors.ts';
import type { Ctx } from '../context.ts';
import { zql } from '../schema.ts';

/** Serialises the account's imports: concurrent ones would not see each other's rows. */
export async function importSequentially(tx: Transaction, ctx: Ctx): Promise<void> {
  if (tx.location !== 'server') return;
  await tx.dbTransaction.query('select from accounts where id = $1 for no key update', [ctx.accountId]);
}

type ImportedTable = typeof zql.customers | typeof zql.sessions | typeof zql.galleries;

/**
 * Returns the ids of rows that already exist, from an earlier run of the same step.
 * @throws AppError `conflict` if an id belongs to another account.
 */
export async function presentIds(
  tx: Transaction,
  ctx: Ctx,
  table: ImportedTable,
  rows: readonly { id: string }[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map(({ id }) => id);
  // Every table of the union has the same two columns.
  const present = await tx.run((table as typeof zql.customers).where('id', 'IN', ids));
  if (present.some(({ accountId }) => accountId !== ctx.accountId)) throw new AppError('conflict', { field: 'id' });
  return new Set(present.map(({ id }) => id));
}
