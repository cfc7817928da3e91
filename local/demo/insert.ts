import type pg from 'pg';

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
