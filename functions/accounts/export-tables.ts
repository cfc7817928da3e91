import type { Queryable } from '../platform/db/database.ts';

/**
 * Exported tables with their excluded columns: secrets (hashes, tokens) and object keys. A test compares the list with
 * the database.
 */
export const EXPORTED_TABLES: Readonly<Record<string, readonly string[]>> = {
  account_members: [],
  cms_settings: [],
  currency: [],
  custom_fonts: [],
  customers: [],
  dismissed_duplicates: [],
  previous_emails: [],
  galleries: [],
  gallery_events: [],
  gallery_presets: [],
  gallery_sections: [],
  grants: [],
  locations: [],
  mail_templates: [],
  messages: [],
  pages: [],
  payments: [],
  photos: ['original_key', 'upload_id', 'etag'],
  receipts: [],
  schedule_plans: [],
  security_events: [],
  session_billing: [],
  session_events: [],
  session_type_prices: [],
  session_types: [],
  sessions: [],
  settings: [],
  team_invites: [],
  watermarks: ['image_key'],
};

/** Key prefix of an export in the rendition bucket. The CDN never serves it. */
export function exportPrefix({ accountId, id }: { accountId: string; id: string }): string {
  return `exports/${accountId}/${id}/`;
}
export const exportKey = (one: { accountId: string; id: string }): string => `${exportPrefix(one)}studio.zip`;

/** Rows per query. */
const PAGE_SIZE = 1000;

/** A row as JSON; times are ISO 8601 in UTC. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Yields all rows of a studio in a table, page by page, in primary key order. */
export async function* readTable(tx: Queryable, table: string, accountId: string): AsyncGenerator<ExportRow[]> {
  const keys = await primaryKey(tx, table);
  const key = keys.map((name) => `t.${quoted(name)}`).join(', ');
  const behind = `and (${key}) > (${keys.map((_, index) => `$${index + 3}`).join(', ')})`;
  let after: unknown[] | null = null;
  for (;;) {
    const rows: { row: ExportRow }[] = await tx.query(
      `select to_jsonb(t) - $2::text[] as row from public.${quoted(table)} t
       where t.account_id = $1 ${after ? behind : ''} order by ${key} limit ${PAGE_SIZE}`,
      [accountId, EXPORTED_TABLES[table] ?? [], ...(after ?? [])],
    );
    if (rows.length > 0) yield rows.map(({ row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = keys.map((name) => last.row[name]);
  }
}

async function primaryKey(tx: Queryable, table: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select a.attname::text as name from pg_index i
       cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, n)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indisprimary and i.indrelid = ('public.' || quote_ident($1))::regclass order by k.n`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Returns the exported columns of a table, in table order. */
export async function listColumns(tx: Queryable, table: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select attname::text as name from pg_attribute
     where attrelid = ('public.' || quote_ident($1))::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => !EXPORTED_TABLES[table]?.includes(name));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
