import type { Pool, QueryResultRow } from 'pg';

/** One transaction with a fixed time of the injected clock. */
export type Tx = {
  readonly now: Date;
  rows<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `effect` once after the commit; for mails, whose links must then work. */
  afterCommit(effect: () => Promise<void>): void;
};

/** Maximum wait for a concurrent request that locks the same session or user. */
const LOCK_TIMEOUT = '5s';

/** Runs `work` in one transaction; an error rolls it back and is rethrown. */
export async function transaction<T>(pool: Pool, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> {
  const effects: (() => Promise<void>)[] = [];
  const client = await pool.connect();
  let broken: Error | undefined;
  let result: T;
  try {
    await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
    result = await work({
      now,
      rows: async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
        (await client.query<Row>(sql, values)).rows,
      afterCommit: (effect) => void effects.push(effect),
    });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
  for (const effect of effects) await effect();
  return result;
}
