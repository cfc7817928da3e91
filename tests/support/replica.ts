import Sqlite from '@rocicorp/zero-sqlite3';

/** Studios with rows in a zero-cache's replica, by table. */
export function studiosIn(file: string): Map<string, string[]> {
  const db = new Sqlite(file, { readonly: true });
  try {
    const tables = db
      .prepare(
        `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
         where m.type = 'table' and c.name = case m.name when 'accounts' then 'id' else 'account_id' end`,
      )
      .all() as { table: string; column: string }[];
    return new Map(
      tables.map(({ table, column }) => {
        const rows = db.prepare(`select distinct "${column}" as studio from "${table}"`).all() as { studio: string }[];
        return [table, rows.map(({ studio }) => studio)];
      }),
    );
  } finally {
    db.close();
  }
}
