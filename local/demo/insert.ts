import pg from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** Inserts a row; false if it existed. */
export async function insert(db: pg.Client, table: string, row: Row): Promise<boolean> {
  const entries = Object.entries(row);
  const { rowCount } = await db.query(
    `insert into ${table} (${entries.map(([column]) => column).join(', ')})
     values (${entries.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
    entries.map(([, value]) => value),
  );
  return rowCount === 1;
}

/** Runs with a connection of its own. */
export async function withDatabase<Result>(url: string, run: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    return await run(db);
  } finally {
    await db.end();
  }
}

/** Runs in a transaction of a connection of its own, which ends with an error. */
export function inTransaction(url: string, run: (db: pg.Client) => Promise<void>): Promise<void> {
  return withDatabase(url, async (db) => {
    await db.query('begin');
    await run(db);
    await db.query('commit');
  });
}
