import type { Row, Transaction } from '@rocicorp/zero';
import { AppError } from '../domain/values/errors.ts';
import { parseAccountId } from '../domain/values/ids.ts';
import type { Ctx } from './context.ts';
import { type Schema, schema, zql } from './schema.ts';

/*
 * Rows of the caller's account: mutators read, lock and insert rows by these functions only, as
 * tests/contract/own-rows.test.ts checks. A missing, a foreign and a trashed row give the same error, so that ids
 * cannot be tried out. Order of locks, which avoids deadlocks: the account; a session before its clients, payments and
 * billing; a gallery before its selections, and both before people and photos.
 */

type Tables = Schema['tables'];
type TableWith<Column extends string> = {
  [T in keyof Tables]: Column extends keyof Tables[T]['columns'] ? T : never;
}[keyof Tables];
/** A table whose rows belong to an account. */
type OwnTable = TableWith<'accountId'>;
/** A table whose rows belong to an account, and have an id. */
type IdTable = OwnTable & TableWith<'id'>;
export type OwnRow<T extends OwnTable> = Row<Tables[T]>;

interface Reading {
  /** True to find a trashed row, too. An erased client is always missing. */
  trashed?: boolean;
}

interface Locking extends Reading {
  /** With `update`, writers of rows that refer to the locked one wait too, e.g. a booking of its client. */
  strength?: 'no key update' | 'update';
}

/** Tables whose rows are locked with `update`: rows that refer to them are written by jobs and clients meanwhile. */
const STRONGLY_LOCKED: ReadonlySet<IdTable> = new Set(['leads', 'messages', 'sessions']);

/** Returns a query of the account's rows, also trashed ones, which the caller filters further. */
export function ownRows<T extends OwnTable>(ctx: Ctx, table: T): (typeof zql)[T] {
  return queryOf(table).where('accountId', ctx.accountId) as unknown as (typeof zql)[T];
}

/** Throws the same error for missing and foreign rows. */
export function assertFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** As `ownRow`, but returns undefined instead of the error. */
export async function findRow<T extends IdTable>(
  tx: Transaction,
  ctx: Ctx,
  table: T,
  id: string,
  reading: Reading = {},
): Promise<OwnRow<T> | undefined> {
  const [row] = await readRows(tx, ctx, table, [id], reading);
  return row;
}

/**
 * Returns a row of the account.
 * @throws AppError `not_found` if it is missing, another account's or trashed
 */
export async function ownRow<T extends IdTable>(
  tx: Transaction,
  ctx: Ctx,
  table: T,
  id: string,
  reading: Reading = {},
): Promise<OwnRow<T>> {
  return assertFound(await findRow(tx, ctx, table, id, reading));
}

/** As `ownRow`; on the server it locks the row until the end of the transaction. */
export async function lockRow<T extends IdTable>(
  tx: Transaction,
  ctx: Ctx,
  table: T,
  id: string,
  locking: Locking = {},
): Promise<OwnRow<T>> {
  await lock(tx, ctx, table, [id], locking);
  return ownRow(tx, ctx, table, id, locking);
}

/**
 * Locks and returns several rows, as `lockRow` does one. On the server a single missing one refuses them all. A browser
 * continues with the rows that it has: no query returns trashed ones, and lists load their visible part.
 * @param options.field the argument, which the error names
 */
export async function lockRows<T extends IdTable>(
  tx: Transaction,
  ctx: Ctx,
  table: T,
  ids: readonly string[],
  { field, ...locking }: Locking & { field?: string } = {},
): Promise<OwnRow<T>[]> {
  const named = [...new Set(ids)];
  if (named.length === 0) return [];
  await lock(tx, ctx, table, named, locking);
  const rows = await readRows(tx, ctx, table, named, locking);
  if (tx.location === 'server' && rows.length < named.length) throw new AppError('not_found', field ? { field } : {});
  return rows;
}

/** Locks the account's row on the server, where imports, new clients of leads and new domains wait for each other. */
export async function lockAccount(tx: Transaction, ctx: Ctx): Promise<void> {
  if (tx.location === 'client') return;
  await tx.dbTransaction.query('select from accounts where id = $1 for no key update', [ctx.accountId]);
}

/**
 * Requires that the row to which an argument refers is the account's own, and returns it. Undefined without an id, and
 * in browsers, which only have the rows of their screens' queries.
 * @param field the argument, which the error names
 * @param fits a further condition
 * @throws AppError `not_found` as `ownRow`, and if the row does not fit
 */
export async function assertReference<T extends IdTable>(
  tx: Transaction,
  ctx: Ctx,
  table: T,
  id: string | null | undefined,
  field: string,
  fits: (row: OwnRow<T>) => boolean = () => true,
): Promise<OwnRow<T> | undefined> {
  if (!id || tx.location === 'client') return undefined;
  const row = await findRow(tx, ctx, table, id);
  if (row === undefined || !fits(row)) throw new AppError('not_found', { field });
  return row;
}

/**
 * Requires that ids made by the caller are distinct, and that no row of any account has one: Zero's insert with an
 * existing key silently succeeds.
 * @param field the argument, which the error names
 * @throws AppError `conflict`; `validation_failed` for a gallery's id that does not begin with the account's
 */
export async function assertNew(
  tx: Transaction,
  ctx: Ctx,
  table: IdTable,
  ids: string | readonly string[],
  field = 'id',
): Promise<void> {
  const named = [ids].flat();
  const taken = await rowsOfAnyAccount(tx, ctx, table, named, field);
  if (taken.length > 0 || new Set(named).size < named.length) throw new AppError('conflict', { field });
}

/**
 * As `assertNew`, for an import that may run twice: returns the ids that the account has already.
 * @throws AppError `conflict` if another account has one
 */
export async function presentIds(
  tx: Transaction,
  ctx: Ctx,
  table: IdTable,
  rows: readonly { id: string }[],
): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id);
  const present = await rowsOfAnyAccount(tx, ctx, table, ids, 'id');
  if (present.some(({ accountId }) => accountId !== ctx.accountId)) throw new AppError('conflict', { field: 'id' });
  return new Set(present.map(({ id }) => id));
}

/** Zero's types describe one table at a time. All of these have `accountId`, and all of `IdTable` an `id`. */
const queryOf = (table: OwnTable) => zql[table] as unknown as typeof zql.customers;

/** Zero finds a single id by its key, but reads the whole table for a list. */
function withIds(query: typeof zql.customers, ids: readonly string[]) {
  return ids.length === 1 ? query.where('id', ids[0]) : query.where('id', 'IN', ids);
}

async function readRows<T extends IdTable>(
  tx: Transaction,
  ctx: Ctx,
  table: T,
  ids: readonly string[],
  { trashed = false }: Reading,
): Promise<OwnRow<T>[]> {
  const rows = await tx.run(withIds(queryOf(table).where('accountId', ctx.accountId), ids));
  const isReadable = ({ deletedAt = null, erasedAt = null }: Partial<OwnRow<'customers'>>) =>
    erasedAt === null && (trashed || deletedAt === null);
  return rows.filter(isReadable) as unknown as OwnRow<T>[];
}

/** Locks rows in the order of their ids, which avoids deadlocks. */
async function lock(
  tx: Transaction,
  ctx: Ctx,
  table: IdTable,
  ids: readonly string[],
  { strength = STRONGLY_LOCKED.has(table) ? 'update' : 'no key update' }: Locking,
): Promise<void> {
  if (tx.location === 'client') return;
  const { serverName = table } = schema.tables[table] as { serverName?: string };
  const sql = `select from ${serverName} where account_id = $1 and id = any ($2) order by id for ${strength}`;
  await tx.dbTransaction.query(sql, [ctx.accountId, ids]);
}

async function rowsOfAnyAccount(tx: Transaction, ctx: Ctx, table: IdTable, ids: readonly string[], field: string) {
  // One image token covers all galleries of an account by this prefix.
  if (table === 'galleries' && ids.some((id) => parseAccountId(id) !== ctx.accountId)) {
    throw new AppError('validation_failed', { field });
  }
  return ids.length === 0 ? [] : tx.run(withIds(queryOf(table), ids));
}
