import pg from 'pg';
import { AppError } from '#core/domain/errors.ts';
import { describeError, log } from './log.ts';

/** What statements are run through: the pool itself, or one transaction. */
export interface Queryable {
  /** Rows of one statement. `bigint` and times come as numbers: epoch milliseconds, whole ones. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction; whatever it throws rolls back and goes on to the caller. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** The driver's own pool, for libraries that want one. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Milliseconds until a statement, a connection, a forgotten transaction is given up; below the API's own 29 s. */
const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 20_000,
} as const;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === TIMESTAMPTZ) return (text: string) => Math.floor(new Date(text).getTime());
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * A bounded pool; it connects when the first statement comes.
 * @throws AppError `unavailable` from every call while the database cannot be reached or does not answer in time.
 */
export function connectDatabase(url: string, maxConnections = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    allowExitOnIdle: true,
    idleTimeoutMillis: 30_000,
    ...TIMEOUTS,
  });
  // A connection that breaks is replaced by the pool; unheard, the event would end the process.
  const lost = (error: Error) => log('warn', 'database_connection_lost', describeError(error));
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return {
    pool,
    query: (text, values) => run(pool, text, values),
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

async function run<Row>(client: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[] = []) {
  try {
    return (await client.query({ text, values: [...values] })).rows as Row[];
  } catch (error) {
    throw translated(error);
  }
}

async function transaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translated(error);
  });
  let unusable: Error | undefined;
  try {
    await run(client, 'begin isolation level read committed');
    const result = await work({ query: (text, values) => run(client, text, values) });
    await run(client, 'commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (unusable = failure));
    throw error;
  } finally {
    client.release(unusable);
  }
}

/**
 * SQLSTATE classes and socket errors that mean: the database is not there, has no room, or turned this transaction
 * away for another's sake (40P01 and 40001: a photo is read in while its gallery goes to the trash).
 */
const LOST =
  /^(08...|40001|40P01|53...|57P0[1-5]|57014|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const LOST_TEXT = /^(Connection terminated|timeout exceeded|Client has encountered a connection error)/i;

/** Whether an error says that the database could not do it now, rather than that it refused. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable';
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && LOST.test(code)) || (typeof message === 'string' && LOST_TEXT.test(message));
}

function translated(error: unknown): unknown {
  if (!isConnectionLost(error) || error instanceof AppError) return error;
  log('error', 'database_unavailable', describeError(error));
  return new AppError('unavailable', { retryAfter: 2 });
}

/** The name of the constraint that refused a write, or null when the error is another one. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : null;
}

/** An instant for a `timestamptz` parameter; the driver writes a `Date` with its zone. */
export function timestamp(epochMs: number): Date;
export function timestamp(epochMs: number | null | undefined): Date | null;
export function timestamp(epochMs: number | null | undefined): Date | null {
  return epochMs === null || epochMs === undefined ? null : new Date(epochMs);
}
