import pg from 'pg';
import { AppError } from '#core/domain/errors.ts';
import { describeError, log } from '../observability/telemetry.ts';

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

/** Milliseconds until each is given up; together below the API's own 29 s. */
export interface DatabaseLimits {
  connectMs: number;
  statementMs: number;
  /** A transaction that its function has forgotten. */
  idleTransactionMs: number;
}

const LIMITS: DatabaseLimits = { connectMs: 5_000, statementMs: 15_000, idleTransactionMs: 20_000 };

/** The server's own answer is the better one, and is given this long to come first. */
const CLOSE_TIMEOUT_MS = 1_000;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === TIMESTAMPTZ) return (text: string) => Math.floor(new Date(text).getTime());
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * A bounded pool; it connects when the first statement comes. Limits are not part of the greeting, as the driver would
 * have it: a pooler in transaction mode refuses or forgets what it does not know there. The driver holds statements to
 * theirs, and a transaction tells the server of both; what was given up alone ends by the limit of the database's role.
 * @throws AppError `unavailable` from every call while the database cannot be reached or does not answer in time.
 */
export function connectDatabase(url: string, maxConnections = 10, limits = LIMITS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types,
    allowExitOnIdle: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + CLOSE_TIMEOUT_MS,
  });
  // A connection that breaks is replaced by the pool; unheard, the event would end the process.
  const lost = (error: Error) => log('warn', 'database_connection_lost', describeError(error));
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return {
    pool,
    query: (text, values) => run(pool, text, values),
    transaction: (work) => transaction(pool, work, limits),
    close: () => pool.end(),
  };
}

async function run<Row>(client: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[] = []) {
  try {
    return (await client.query({ text, values: [...values] })).rows as Row[];
  } catch (error) {
    throw translateError(error);
  }
}

const throwTranslated = (error: unknown): never => {
  throw translateError(error);
};

async function transaction<T>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<T>,
  { statementMs, idleTransactionMs }: DatabaseLimits,
): Promise<T> {
  const client = await pool.connect().catch(throwTranslated);
  let unusable: Error | undefined;
  try {
    // One message, so one way there and back; `local` ends with the transaction, also behind a pooler.
    await client
      .query(
        `begin isolation level read committed; set local statement_timeout = ${statementMs};
       set local idle_in_transaction_session_timeout = ${idleTransactionMs}`,
      )
      .catch(throwTranslated);
    const result = await work({ query: (text, values) => run(client, text, values) });
    await run(client, 'commit');
    return result;
  } catch (error) {
    // One that did not answer in time still works on the statement: a rollback would wait behind it.
    if (isConnectionLost(error)) unusable = new Error('given up');
    else await client.query('rollback').catch((failure: Error) => (unusable = failure));
    throw error;
  } finally {
    client.release(unusable);
  }
}

/**
 * SQLSTATE classes and socket errors that mean: the database is not there, has no room, or turned this transaction
 * away for another's sake (40P01 and 40001: a photo is read in while its gallery goes to the trash).
 */
const CONNECTION_LOST_CODES =
  /^(08...|40001|40P01|53...|57P0[1-5]|57014|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered a connection error)/i;

/** Whether an error says that the database could not do it now, rather than that it refused. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable';
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && CONNECTION_LOST_CODES.test(code)) ||
    (typeof message === 'string' && CONNECTION_LOST_MESSAGE.test(message))
  );
}

function translateError(error: unknown): unknown {
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
