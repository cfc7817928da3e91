import type pg from 'pg';

/** A table to copy: columns sorted by name, without generated ones. */
export interface TableShape {
  schema: 'public' | 'auth';
  name: string;
  columns: string[];
}

interface SequenceState {
  name: string;
  /** Null before its first use. */
  lastValue: string | null;
}

/**
 * Users and their sign-in methods. Left out: sessions, refresh tokens and pending codes. Everybody signs in again after
 * a restore, and a session ended since the backup stays ended.
 */
const AUTH_TABLES = ['identities', 'mfa_factors', 'users'];

/**
 * Positions of jobs in their buckets, and counts of attempts: of one installation, and of an hour. They restart at
 * their first value.
 */
const LEFT_OUT = ['job_cursors', 'rate_limits'];

/** True if a table of a backup is restored and compared; older backups have some that are left out now. */
export const isRestored = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>) =>
  schema !== 'public' || !LEFT_OUT.includes(name);

/** Returns all tables of ours, but for unlogged ones, and those of the auth service that contain users. */
export async function readTables(db: pg.Client): Promise<TableShape[]> {
  const found = await db.query<TableShape>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attname collate "C") as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and ((n.nspname = 'public' and c.relname <> all($2)) or (n.nspname = 'auth' and c.relname = any($1)))
     group by n.nspname, c.relname order by n.nspname collate "C", c.relname collate "C"`,
    [AUTH_TABLES, LEFT_OUT],
  );
  return found.rows;
}

export async function readSequences(db: pg.Client): Promise<SequenceState[]> {
  const found = await db.query<SequenceState>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' order by sequencename collate "C"`,
  );
  return found.rows;
}

/** Returns the migrations of this database, oldest first; [] without any. */
export async function readMigrations(db: pg.Client): Promise<string[]> {
  const known = await db.query("select to_regclass('supabase_migrations.schema_migrations') is not null as known");
  if (!known.rows[0]?.known) return [];
  const found = await db.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version collate "C"',
  );
  return found.rows.map(({ version }) => version);
}

export function tableName({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoted).join(', ');
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
