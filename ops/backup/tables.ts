import type pg from 'pg';

/** A table as it is copied: columns by name, in the order of their names; generated ones make themselves. */
export interface TableShape {
  schema: 'public' | 'auth';
  name: string;
  columns: string[];
}

export interface SequenceState {
  name: string;
  /** Null before its first use. */
  lastValue: string | null;
}

/**
 * Who people are and how they prove it. Left out: sessions, refresh tokens and codes under way. Everybody signs in
 * again after a restore, and nothing that was ended since the backup lives on.
 */
const AUTH_TABLES = ['identities', 'mfa_factors', 'users'];

/** What is true of one place only: where its jobs go on in its buckets. They begin anew elsewhere, and may have begun. */
const LEFT_OUT = ['job_cursors'];

/** Every table of ours, and those of the auth service that people need. */
export async function readTables(db: pg.Client): Promise<TableShape[]> {
  const found = await db.query<TableShape>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attname collate "C") as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
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

/** The migrations that made this database, oldest first; empty for one that none has seen. */
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
