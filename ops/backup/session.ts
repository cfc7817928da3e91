import pg from 'pg';
import { CommandError } from '../lib/command.ts';

/*
 * Settings for the transaction: no statement timeout (two minutes on a hosted database), and a fixed text format of
 * values.
 */
const SETTINGS = `
  set local statement_timeout = 0;
  set local lock_timeout = '60s';
  set local idle_in_transaction_session_timeout = 0;
  set local time zone 'UTC';
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
`;

/**
 * Runs `work` in one transaction and rolls back on errors.
 * @param begin the statement that begins it, e.g. `begin isolation level repeatable read read only`
 * @param end `rollback` tries the work without a change
 */
export async function inTransaction<T>(
  db: pg.Client,
  begin: string,
  work: () => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  await db.query(begin);
  try {
    await db.query(SETTINGS);
    const result = await work();
    await db.query(end);
    return result;
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Connects once for `work`. Errors keep their SQLSTATE and lose texts that could quote a row.
 * @param config the driver's options: address and TLS
 */
export async function withDatabase<T>(config: pg.ClientConfig, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client(config);
  // The running statement rejects automatically; an unhandled event would end the process.
  db.on('error', () => undefined);
  await db.connect();
  try {
    return await work(db);
  } catch (error) {
    throw withoutValues(error);
  } finally {
    await db.end();
  }
}

/** PostgreSQL's messages name columns and constraints; values are only in `detail` and, for COPY, in `where`. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const place = [error.table, error.constraint].filter(Boolean).join(', ');
  const text = error.code?.startsWith('22') || error.code?.startsWith('23') ? 'a value was refused' : error.message;
  return new CommandError(`PostgreSQL ${error.code}: ${text}${place ? ` (${place})` : ''}`);
}
