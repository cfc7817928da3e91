import type { Db } from './rows.ts';

interface Column {
  table: string;
  name: string;
  type: 'text' | 'jsonb';
}

/** Formats that columns may require of a text. */
const FORMS = [
  (marker: string) => marker,
  (marker: string) => `${marker}@example.org`,
  (marker: string) => `https://example.org/${marker}`,
  (marker: string) => `/${marker}`,
  (marker: string) => `$scrypt$${marker.padEnd(40, '0')}`,
  (marker: string) => `${marker}.example.org`,
];

/**
 * Writes an account's marker into every text and JSON column of every table with accounts.
 * @returns columns that refuse it: ids, statuses and other fixed formats
 */
export async function markAccount(db: Db, accountId: string, marker: string): Promise<string[]> {
  const refused: string[] = [];
  for (const column of await columnsOf(db)) {
    const isMarked = await mark(db, accountId, marker, column);
    if (!isMarked) refused.push(`${column.table}.${column.name}`);
  }
  return refused;
}

async function columnsOf(db: Db): Promise<Column[]> {
  const { rows } = await db.query<Column>(
    `select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
     where c.table_schema = 'public' and c.data_type in ('text', 'jsonb') and c.column_name <> 'account_id'
       and (c.table_name = 'accounts' or exists (select from information_schema.columns a
         where a.table_schema = 'public' and a.table_name = c.table_name and a.column_name = 'account_id'))
     order by 1, 2`,
  );
  return rows;
}

async function mark(db: Db, accountId: string, marker: string, { table, name, type }: Column): Promise<boolean> {
  const owner = table === 'accounts' ? 'id' : 'account_id';
  const set = `update ${table} set "${name}" = $2 where ${owner} = $1`;
  const forms =
    type === 'text' ? FORMS.map((form) => form(marker)) : [JSON.stringify(objectOf(marker)), JSON.stringify([marker])];
  for (const value of forms) {
    try {
      await db.query(set, [accountId, value]);
      return true;
    } catch {
      // A CHECK, a key or a trigger requires another format.
    }
  }
  return false;
}

/** Also sets the JSON keys under which settings and metadata are read. */
function objectOf(marker: string): Record<string, string> {
  const names = ['canary', 'businessName', 'bio', 'phone', 'address', 'copyright', 'artist', 'logoUrl'];
  return Object.fromEntries(names.map((name) => [name, marker]));
}
