import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { insertSampleRows } from '../support/sample-rows.ts';

/** Roles of a hosted project's REST service, which exposes every table of `public`. */
const ROLES = ['anon', 'authenticated'] as const;
const PERMISSION_DENIED = '42501';

let database: TestDatabase;
let tables: string[];

beforeAll(async () => {
  database = await createDatabase();
  await insertSampleRows(database.pool);
  const found = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1",
  );
  tables = found.rows.map(({ name }) => name);
});
afterAll(() => database?.drop());

/** Runs `work` as `role` and rolls back. */
async function as<T>(role: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local role ${role}`);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Error code of a statement, or undefined if it was allowed. */
const codeOf = (role: string, sql: string) =>
  as(role, (client) =>
    client.query(sql).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    ),
  );

/** Assigns one column to itself: a statement that only a missing privilege can refuse. */
async function statements(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum = 1',
    [`public.${table}`],
  );
  const column = rows[0]?.name;
  return [
    `select * from public.${table}`,
    `insert into public.${table} default values`,
    `update public.${table} set ${column} = ${column}`,
    `delete from public.${table}`,
    `truncate public.${table}`,
  ];
}

describe.each(ROLES)('%s', (role) => {
  it('has no privilege on any table', async () => {
    expect(tables.length).toBeGreaterThan(25);
    for (const table of tables) {
      for (const sql of await statements(table)) expect(await codeOf(role, sql), sql).toBe(PERMISSION_DENIED);
    }
  });

  it('may not run any function', async () => {
    const { rows } = await database.pool.query<{ name: string; allowed: boolean }>(
      `select p.oid::regprocedure::text as name, has_function_privilege($1, p.oid, 'execute') as allowed
       from pg_proc p where p.pronamespace = 'public'::regnamespace`,
      [role],
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ allowed }) => allowed)).toEqual([]);
    expect(await codeOf(role, 'select * from public.default_settings()')).toBe(PERMISSION_DENIED);
  });

  it('has no privilege on tables of later migrations that forget to revoke', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('create table public.later (id bigint generated always as identity primary key)');
      await client.query('create function public.later() returns int language sql as $$ select 1 $$');
      await client.query('create sequence public.later_numbers');
      for (const sql of [
        'select * from later',
        'insert into later default values',
        'select later()',
        "select nextval('later_numbers')",
      ]) {
        await client.query('savepoint before');
        await client.query(`set local role ${role}`);
        await expect(client.query(sql), sql).rejects.toMatchObject({ code: PERMISSION_DENIED });
        await client.query('rollback to before');
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('may not read auth', async () => {
    expect(await codeOf(role, 'select * from auth.users')).toBe(PERMISSION_DENIED);
  });
});

it('the bootstrap grants them, as a hosted project does', async () => {
  const { rows } = await database.pool.query<{ granted: string }>(
    `select array_to_string(defaclacl, ' ') as granted from pg_default_acl
     where defaclrole = 'supabase_auth_admin'::regrole or defaclnamespace = 'public'::regnamespace`,
  );
  expect(rows.map(({ granted }) => granted).join(' ')).toContain('service_role=');
});

it('row level security is on for every table, even for mistaken grants', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity",
  );
  expect(rows).toEqual([]);
  const seen = await (async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('grant select on galleries to anon');
      await client.query('set local role anon');
      return (await client.query('select * from galleries')).rowCount;
    } finally {
      await client.query('rollback');
      client.release();
    }
  })();
  expect(seen).toBe(0);
});
