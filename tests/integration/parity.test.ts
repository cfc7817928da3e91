import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#core/zero/schema.ts';
import { createDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';

type Column = { type: string; nullable: boolean };
type Tables = Record<string, Record<string, Column>>;

/** Zero 1.9's type for each PostgreSQL type in use. A type missing here is not synced yet. */
const ZERO_TYPE: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'number',
  jsonb: 'json',
};

/** Columns of synced tables that no client may receive. */
const WITHHELD: Record<string, string[]> = {
  contract_signers: ['signer_ip', 'signer_user_agent'],
  photos: ['original_key', 'sha256', 'etag', 'upload_id', 'allow_duplicate', 'web_size', 'held_at'],
  photo_replacements: ['original_key', 'sha256', 'upload_id'],
  domains: ['tenant_id'],
  site_script_versions: ['script'],
  watermarks: ['image_key'],
};

/** Tables that no client may receive, even if the Zero schema had them. */
const SECRET = [
  'api_tokens',
  'archive_notifications',
  'archives',
  'calendar_feeds',
  'contract_texts',
  'client_link_galleries',
  'client_link_tokens',
  'gallery_pins',
  'gallery_secrets',
  'grant_tokens',
  'job_cursors',
  'mail_deliveries',
  'mail_refusals',
  'mail_suppressions',
  'message_documents',
  'message_payments',
  'outbox',
  'pending_totals',
  'previous_emails',
  'proposal_agreements',
  'proposal_links',
  'rate_limits',
  'receipt_counters',
  'receipts',
  'retired_photo_files',
  'sent_notices',
  'session_links',
  'site_previews',
  'site_release_contents',
  'slot_holds',
  'slug_history',
  'visitor_access',
  'visitors',
  'webhook_deliveries',
  'webhook_endpoints',
];

let database: TestDatabase;
let postgres: Tables;
let published: Record<string, string[]>;
let keys: Record<string, string[]>;

beforeAll(async () => {
  database = await createDatabase();
  const columns = await database.pool.query(
    "select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'",
  );
  postgres = {};
  for (const { table_name, column_name, data_type, is_nullable } of columns.rows) {
    (postgres[table_name] ??= {})[column_name] = {
      type: ZERO_TYPE[data_type] ?? data_type,
      nullable: is_nullable === 'YES',
    };
  }
  const publication = await database.pool.query(
    "select tablename, attnames::text[] as names from pg_publication_tables where pubname = 'zero_studio'",
  );
  published = Object.fromEntries(publication.rows.map((row) => [row.tablename, row.names.toSorted()]));
  const primary = await database.pool.query(
    `select i.indrelid::regclass::text as name,
       (select array_agg(a.attname::text order by k.n) from unnest(i.indkey) with ordinality k (num, n)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisprimary and c.relnamespace = 'public'::regnamespace`,
  );
  keys = Object.fromEntries(primary.rows.map((row) => [row.name, row.columns]));
});
afterAll(() => database?.drop());

type ZeroTable = {
  name: string;
  serverName?: string;
  columns: Record<string, ZeroColumn>;
  primaryKey: readonly string[];
};
type ZeroColumn = { type: string; optional?: boolean; serverName?: string };

const zeroTables: ZeroTable[] = Object.values(schema.tables);
const serverName = (table: ZeroTable) => table.serverName ?? table.name;
const columnsOf = (table: ZeroTable): Record<string, Column> =>
  Object.fromEntries(
    Object.entries(table.columns).map(([name, column]) => [
      column.serverName ?? name,
      { type: column.type, nullable: column.optional ?? false },
    ]),
  );

describe.each(zeroTables.map((table) => [serverName(table), table] as const))('%s', (name, table) => {
  it('has the columns, types and nullability of the database, except withheld columns', () => {
    const expected = { ...postgres[name] };
    for (const column of WITHHELD[name] ?? []) {
      expect(expected, 'withholds what exists').toHaveProperty(column);
      delete expected[column];
    }
    expect(columnsOf(table)).toEqual(expected);
  });

  it('is published with exactly these columns', () => {
    expect(published[name]).toEqual(Object.keys(columnsOf(table)).toSorted());
  });

  it('has the primary key of the database', () => {
    const columns = table.primaryKey.map((column) => table.columns[column]?.serverName ?? column);
    expect(columns).toEqual(keys[name]);
  });

  it('names each column as the database does, in camel case', () => {
    for (const [column, { serverName: inDatabase }] of Object.entries(table.columns)) {
      const snake = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(inDatabase ?? column).toBe(snake);
    }
  });
});

it('publishes nothing that the Zero schema does not read', () => {
  expect(Object.keys(published).toSorted()).toEqual(zeroTables.map(serverName).toSorted());
});

it('publishes no secret', () => {
  for (const table of SECRET) {
    expect(postgres, 'the table exists').toHaveProperty(table);
    expect(published).not.toHaveProperty(table);
  }
  const names = Object.entries(published).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
  expect(names.filter((name) => /hash$|secret|token|password|_key$|sha|etag/.test(name)).toSorted()).toEqual([
    'galleries.has_password',
    // Of 160 random bits: it opens nothing.
    'guest_upload_links.token_hash',
    'photos.thumbhash',
  ]);
});

it('every table has a primary key, which replication requires', () => {
  expect(Object.keys(postgres).filter((table) => !keys[table])).toEqual([]);
});

it('stores every time in whole milliseconds, as JSON and Zero do', async () => {
  const { rows } = await database.pool.query(
    `select table_name, column_name from information_schema.columns where table_schema = 'public'
     and data_type like '%time%' and (data_type <> 'timestamp with time zone' or datetime_precision <> 3)`,
  );
  expect(rows).toEqual([]);
});
