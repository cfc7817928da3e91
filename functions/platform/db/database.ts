import pg from 'pg';
import { AppError } from '#core/domain/values/errors.ts';
import { markEffectDue } from '../aws/effect-scope.ts';
import { describeError, log } from '../observability/telemetry.ts';
import { traceStatement } from '../observability/trace.ts';

/** Runs statements: the pool, or one transaction. */
export interface Queryable {
  /**
   * Returns the rows of one statement. `bigint` values and times are numbers; times are epoch milliseconds, whole ones.
   */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction; an error rolls back and is rethrown. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** The driver's own pool, for libraries. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Timeouts in milliseconds; together below the API's own 29 s. */
interface DatabaseLimits {
  connectMs: number;
  statementMs: number;
  /** For a transaction that its function abandoned. */
  idleTransactionMs: number;
}

const LIMITS: DatabaseLimits = { connectMs: 5_000, statementMs: 15_000, idleTransactionMs: 20_000 };

/** Extra time for the server's own timeout error to arrive first, because it is more precise. */
const CLOSE_TIMEOUT_MS = 1_000;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === TIMESTAMPTZ) return (text: string) => Math.floor(new Date(text).getTime());
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Returns a bounded pool; it connects with the first statement. Timeouts are not sent as startup parameters: a pooler
 * in transaction mode rejects or ignores unknown ones. The driver enforces statement timeouts, and each transaction
 * sets both on the server; an abandoned single statement ends by the timeout of the database role.
 * @throws AppError `unavailable` from every call while the database is unreachable or does not respond in time
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
  let isClosed = false;
  // The pool replaces a broken connection; without a listener the event would end the process. Connections of a closed
  // pool end a moment later.
  const lost = (error: Error) => {
    if (!isClosed) log('warn', 'database_connection_lost', describeError(error));
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return {
    pool,
    query: (text, values) => run(pool, text, values),
    transaction: (work) => transaction(pool, work, limits),
    close() {
      isClosed = true;
      return pool.end();
    },
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
    // Send one message for a single round trip; `local` ends with the transaction, also behind a pooler.
    await client
      .query(
        `begin isolation level read committed; set local statement_timeout = ${statementMs};
       set local idle_in_transaction_session_timeout = ${idleTransactionMs}; ${traceStatement()}`,
      )
      .catch(throwTranslated);
    const result = await work({ query: (text, values) => run(client, text, values) });
    await commit(client);
    return result;
  } catch (error) {
    // After a timeout the connection is still busy: a rollback would wait, so discard the connection.
    if (isConnectionLost(error)) unusable = new Error('given up');
    else await client.query('rollback').catch((failure: Error) => (unusable = failure));
    throw error;
  } finally {
    client.release(unusable);
  }
}

/** Tells a transaction of another driver the act that it belongs to, for effects of triggers. */
export async function nameTrace(tx: Queryable): Promise<void> {
  const statement = traceStatement();
  if (statement) await tx.query(statement);
}

/** SQL: when the outbox is due because of a trigger's effect in this transaction (`request_effect`). */
const EFFECT_DUE = `current_setting('albumen.due_at', true) as due`;

/** Marks the effects of triggers as due. For transactions of other drivers, before their end. */
export async function markTriggeredEffects(tx: Queryable): Promise<void> {
  markDue(await tx.query<{ due: string | null }>(`select ${EFFECT_DUE}`));
}

/** Commits, and marks the effects of triggers as due; one round trip. */
async function commit(client: pg.PoolClient): Promise<void> {
  const results = (await client
    .query(`select ${EFFECT_DUE}; commit`)
    .catch(throwTranslated)) as unknown as pg.QueryResult[];
  markDue(results[0]!.rows as { due: string | null }[]);
}

/** The setting is empty in a connection whose earlier transaction had one. */
function markDue([row]: { due: string | null }[]): void {
  if (row?.due) markEffectDue(Number(row.due));
}

/**
 * SQLSTATE classes and socket errors that mean: the database is unreachable, out of capacity, or aborted this
 * transaction because of another one (40P01 and 40001: a photo is ingested while its gallery is trashed).
 */
const CONNECTION_LOST_CODES =
  /^(08...|40001|40P01|53...|57P0[1-5]|57014|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered a connection error)/i;

/** True if the database could not execute the statement now, as opposed to rejecting it. */
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

/** Returns the name of the violated constraint, or null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string' ? constraint : null;
}

/** SQL of an instant in epoch milliseconds, also over the connection of a mutation, which parses no dates. */
export const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** Converts epoch milliseconds to a `timestamptz` parameter; the driver writes a `Date` with its zone. */
export function timestamp(epochMs: number): Date;
export function timestamp(epochMs: number | null | undefined): Date | null;
export function timestamp(epochMs: number | null | undefined): Date | null {
  return epochMs === null || epochMs === undefined ? null : new Date(epochMs);
}
