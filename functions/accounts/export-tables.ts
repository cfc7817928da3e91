import { schema } from '#core/zero/schema.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Synced tables that are not exported: counters, totals and states, which can be derived; the studio is a file of its own. */
const NOT_EXPORTED: ReadonlySet<string> = new Set([
  'account_exports',
  'account_usage',
  'accounts',
  'customer_balances',
  'customer_stats',
  'gallery_stats',
  'order_totals',
  'photo_replacements',
  'photo_stats',
  'revenue_months',
  'site_state',
]);

/** Exported tables that the back office does not sync. */
const SERVER_ONLY = [
  'account_plans',
  'agreements',
  'api_tokens',
  'booking_days',
  'checkouts',
  'gallery_days',
  'gallery_events',
  'previous_emails',
  'proposal_agreements',
  'receipts',
  'statements',
  'usage_days',
  'webhook_endpoints',
];

/** Columns that are not exported: secrets (hashes, tokens) and object keys. */
const NOT_EXPORTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_tokens: ['token_hash', 'networks'],
  checkouts: ['hold_hash', 'url'],
  domains: ['proof', 'tenant_id'],
  guest_upload_links: ['token_hash'],
  photos: ['original_key', 'upload_id', 'etag'],
  watermarks: ['image_key'],
  webhook_endpoints: ['secret', 'previous_secret'],
};

interface JoinedTable {
  table: string;
  /** Its column that refers to the row. */
  key: string;
  columns: readonly string[];
}

/** 1:1 tables that exist for access rights only: their columns are exported as columns of the row. */
export const JOINED: Readonly<Record<string, JoinedTable>> = {
  contracts: {
    table: 'contract_texts',
    key: 'contract_id',
    columns: [
      'source',
      'signed_text',
      'signed_price',
      'signed_deposit',
      'signer_ip',
      'signer_user_agent',
      'is_form_signed',
      'signed_sha256',
      'final_sha256',
      'erase_at',
    ],
  },
  sessions: {
    table: 'session_billing',
    key: 'session_id',
    columns: [
      'payment_status',
      'payment_amount',
      'deposit_amount',
      'paid_amount',
      'refunded_amount',
      'due_date',
      'deposit_due_date',
      'waived',
      'kept_amount',
    ],
  },
  pick_lists: { table: 'pick_list_prices', key: 'list_id', columns: ['extra_price'] },
  session_types: { table: 'session_type_prices', key: 'session_type_id', columns: ['price', 'deposit'] },
};

/**
 * Exported tables with their excluded columns: what the back office syncs, so a studio's own new table is exported unless
 * it says otherwise. A test compares the list, with `JOINED`, with the database.
 */
export const EXPORTED_TABLES: Readonly<Record<string, readonly string[]>> = listExported();

function listExported(): Record<string, readonly string[]> {
  const joined = new Set(Object.values(JOINED).map(({ table }) => table));
  const synced = Object.values<{ name: string; serverName?: string }>(schema.tables)
    .map(({ name, serverName }) => serverName ?? name)
    .filter((table) => !NOT_EXPORTED.has(table) && !joined.has(table));
  return Object.fromEntries(
    [...synced, ...SERVER_ONLY].toSorted().map((table) => [table, NOT_EXPORTED_COLUMNS[table] ?? []]),
  );
}

const CLIENT = (column: string) =>
  `(select c.${column} from customers c
    where c.account_id = t.account_id and c.id = t.customer_id and c.erased_at is null)`;

/**
 * Columns for readers who cannot resolve the ids of other tables, such as our import in another studio: SQL over the
 * row `t`.
 */
const DERIVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  galleries: {
    customer_name: CLIENT('name'),
    customer_email: CLIENT('email'),
    section_names: `(select coalesce(jsonb_agg(s.name order by s."order", s.id), '[]') from gallery_sections s
      where s.account_id = t.account_id and s.gallery_id = t.id)`,
    time_zone: '(select a.time_zone from accounts a where a.id = t.account_id)',
  },
  sessions: {
    customer_name: CLIENT('name'),
    customer_email: CLIENT('email'),
    photographer_email: `(select m.email from account_members m
      where m.account_id = t.account_id and m.user_id = t.photographer_id)`,
    location_name: `(select l.name from locations l where l.account_id = t.account_id and l.id = t.location_id)`,
    time_zone: '(select a.time_zone from accounts a where a.id = t.account_id)',
    currency: '(select a.currency_code from accounts a where a.id = t.account_id)',
  },
};

/**
 * Columns by which a table is read, besides those by primary key: an index begins with the account and continues with
 * them. Together they are unique in an account. Without it each page would read and sort all of the account's rows.
 */
const ORDER: Readonly<Record<string, readonly string[]>> = { gallery_events: ['at', 'id'] };

/** Rows per query. */
const PAGE_SIZE = 1000;

/** A row as JSON; times are ISO 8601 in UTC. */
export type ExportRow = Readonly<Record<string, unknown>>;

/** Yields all rows of a studio in a table, page by page, in the order of `ORDER` or of the primary key. */
export async function* readTable(tx: Queryable, table: string, accountId: string): AsyncGenerator<ExportRow[]> {
  const keys = ORDER[table] ?? (await primaryKey(tx, table));
  const key = keys.map((name) => `t.${quoted(name)}`).join(', ');
  // The first comparison excludes partitions, which PostgreSQL does not do by a comparison of rows.
  const behind = `and t.${quoted(keys[0]!)} >= $3 and (${key}) > (${keys.map((_, index) => `$${index + 3}`).join(', ')})`;
  const joined = JOINED[table];
  const values = [
    ...(joined?.columns.map((name) => `'${name}', j.${quoted(name)}`) ?? []),
    ...Object.entries(DERIVED[table] ?? {}).map(([name, value]) => `'${name}', ${value}`),
  ];
  const extra = values.length > 0 ? ` || jsonb_build_object(${values.join(', ')})` : '';
  const join = joined
    ? `left join public.${joined.table} j on j.account_id = t.account_id and j.${joined.key} = t.id`
    : '';
  let after: unknown[] | null = null;
  for (;;) {
    const rows: { row: ExportRow }[] = await tx.query(
      `select (to_jsonb(t) - $2::text[])${extra} as row from public.${quoted(table)} t ${join}
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

export interface ExportColumn {
  name: string;
  isTime: boolean;
}

/** Returns the exported columns of a table in table order, followed by the joined and derived ones. */
export async function listColumns(tx: Queryable, table: string): Promise<ExportColumn[]> {
  const joined = JOINED[table];
  const columns = (await readColumns(tx, table)).filter(({ name }) => !EXPORTED_TABLES[table]?.includes(name));
  const known = joined ? await readColumns(tx, joined.table) : [];
  const derived = Object.keys(DERIVED[table] ?? {}).map((name) => ({ name, isTime: false }));
  return [...columns, ...known.filter(({ name }) => joined!.columns.includes(name)), ...derived];
}

async function readColumns(tx: Queryable, table: string): Promise<ExportColumn[]> {
  return tx.query<ExportColumn>(
    `select attname::text as name, atttypid = 'timestamptz'::regtype as "isTime" from pg_attribute
     where attrelid = ('public.' || quote_ident($1))::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
}

/** The studio itself: its row, currency, settings by key, members, and previous web addresses. */
export async function readStudio(tx: Queryable, accountId: string): Promise<ExportRow> {
  const [found] = await tx.query<{ row: ExportRow }>(
    `select to_jsonb(a) || jsonb_build_object(
       'currency', (select to_jsonb(c) - 'account_id' - 'author_id' from currency c where c.account_id = a.id),
       'options', (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from settings s where s.account_id = a.id),
       'members', (select jsonb_agg(to_jsonb(m) - 'account_id' order by m.created_at, m.user_id)
         from account_members m where m.account_id = a.id),
       'previous_slugs', (select coalesce(jsonb_agg(h.slug order by h.retired_at), '[]')
         from slug_history h where h.account_id = a.id)) as row
     from accounts a where a.id = $1`,
    [accountId],
  );
  return found!.row;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
