import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, LOCAL_PASSWORD } from '#local/postgres/addresses.ts';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { ONE_GROUP, parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { apiDatabaseUrl, ensureApiRoles, requireApiSignIn } from '#ops/migrate/api-role.ts';
import { migrate } from '#ops/migrate/migrate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';

/** PostgreSQL's code of a refused statement. */
const PERMISSION_DENIED = '42501';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database?.drop());

/** Error code of a statement, which is rolled back; undefined if it was allowed. */
async function codeOf(pool: pg.Pool, sql: string): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the role of the functions', () => {
  it.each([
    'create table public.mine (id int)',
    'create schema mine',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    'create role mine login',
    'create extension if not exists citext',
    'alter table public.photos add column mine int',
    'alter table public.photos disable row level security',
    'alter table public.photos disable trigger user',
    'create policy mine on public.photos to public using (true)',
    'create trigger mine before update on public.photos for each row execute function public.touch_updated_at()',
    'drop table public.outbox cascade',
    'drop function public.auth_user(uuid) cascade',
    'truncate public.outbox',
    'alter publication zero_studio drop table public.photos',
    'alter default privileges for role postgres grant all on tables to anon',
    'grant albumen_api to anon',
    'set role postgres',
    'set session_replication_role = replica',
    'select encrypted_password from auth.users',
    `update auth.users set email = 'thief@example.org'`,
    'insert into auth.users (id) values (gen_random_uuid())',
    'delete from auth.users',
    'select token from auth.refresh_tokens',
    'select secret from auth.mfa_factors',
    `select public.enqueue_security_notice(gen_random_uuid(), 'a@example.org', 'password_changed', '{}')`,
    'select from supabase_migrations.schema_migrations',
  ])('may not: %s', async (sql) => {
    expect(await codeOf(database.apiPool, sql)).toBe(PERMISSION_DENIED);
    // The role of migrations may: the statement itself is right.
    expect(await codeOf(database.pool, sql)).toBeUndefined();
  });

  it('may not make itself more than it is', async () => {
    for (const right of ['superuser', 'createrole', 'replication']) {
      expect(await codeOf(database.apiPool, `alter role current_user ${right}`), right).toBe(PERMISSION_DENIED);
    }
  });

  it('may read and write the rows of every table of ours, and nothing else with it', async () => {
    const { rows } = await database.pool.query<{ name: string; rights: string[] }>(
      `select c.relname as name, array(
         select a.privilege_type from aclexplode(c.relacl) a where a.grantee = 'albumen_api'::regrole order by 1) as rights
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
    );
    expect(rows.length).toBeGreaterThan(25);
    const odd = rows.filter(({ rights }) => rights.join() !== 'DELETE,INSERT,SELECT,UPDATE');
    expect(odd, 'tables with other rights; see supabase/README.md').toEqual([]);
  });

  it('may read and write the rows of a later migration’s table', async () => {
    await database.pool.query('create table public.later (id int)');
    expect(await codeOf(database.apiPool, 'insert into public.later values (1)')).toBeUndefined();
    await database.pool.query('drop table public.later');
  });
});

describe('its passwords', () => {
  /** Roles belong to the whole server: that of the other tests must stay. */
  const ensure = (...passwords: string[]) =>
    ensureApiRoles(databaseTarget(database.url), [...passwords, LOCAL_PASSWORD], parseSyncGroups(ONE_GROUP));
  const signIn = (password: string) => requireApiSignIn(database.url, password, { sleep: async () => undefined });
  const [first, second] = ['first-password-of-this-test', 'second-password-of-this-test'];

  it('both work during a rotation, and the former one ends with it', async () => {
    await ensure(first);
    await signIn(first);
    await ensure(second, first);
    await Promise.all([signIn(first), signIn(second)]);
    await ensure(second);
    await signIn(second);
    await expect(signIn(first)).rejects.toThrow(
      /cannot sign in at 127\.0\.0\.1 \(DatabaseUrl\): password authentication/,
    );
    await ensure();
    await expect(signIn(second)).rejects.toThrow(/cannot sign in/);
  });

  it('come from the stage’s secrets, and "migrate" signs in with them as the functions will', async () => {
    const told: string[] = [];
    let pauses = 0;
    const migrateWith = (secrets: Record<string, string>) =>
      migrate('dev', false, {
        env: {},
        // The CLI finds nothing to apply.
        run: async () => ({ code: 0, stdout: '{"migrations":[]}', output: '' }),
        print: (line) => void told.push(line),
        sleep: async () => void pauses++,
        secrets: async () => new Map(Object.entries({ DatabaseDirectUrl: database.url, ...secrets })),
      });
    const DatabaseApiPassword = `${first} ${LOCAL_PASSWORD}`;
    await migrateWith({ DatabaseUrl: database.url, DatabaseApiPassword });
    await signIn(first);
    // Before it, remarks about migrations for a person to judge.
    expect([told.at(-1), pauses]).toEqual(['No migration is missing.', 0]);
    const nowhere = `postgres://postgres.abc:p@127.0.0.1:${await freePort()}/postgres`;
    const failing = migrateWith({ DatabaseUrl: nowhere, DatabaseApiPassword });
    await expect(failing).rejects.toThrow(
      /^The functions’ role cannot sign in at 127\.0\.0\.1 \(DatabaseUrl\): connect/,
    );
    await expect(failing).rejects.not.toThrow(first);
    expect(pauses).toBe(2);
    await expect(migrateWith({ DatabaseUrl: nowhere })).rejects.toThrow(/DatabaseApiPassword must both be set/);
    await ensure();
  });

  it('keep their verifier, which poolers remember', async () => {
    const admin = new pg.Client({ connectionString: asAdmin(database.url) });
    await admin.connect();
    const verifiers = async () =>
      (
        await admin.query(
          `select rolname, rolpassword from pg_authid where rolname like 'albumen\\_api\\_%' order by 1`,
        )
      ).rows;
    await ensure(first);
    const before = await verifiers();
    expect(before.map(({ rolpassword }) => rolpassword.split('$')[0])).toEqual(before.map(() => 'SCRAM-SHA-256'));
    await ensure(first);
    expect(await verifiers()).toEqual(before);
    await ensure();
    await admin.end();
  });

  it('go to the pooler with the name of the project', () => {
    const pooled = 'postgres://postgres.abc:p@pooler.example:6543/postgres?sslmode=verify-full';
    expect(apiDatabaseUrl(pooled, first)).toMatch(
      /^postgres:\/\/albumen_api_[0-9a-f]{8}\.abc:first-password-of-this-test@pooler\.example:6543\/postgres\?sslmode=verify-full$/,
    );
    const direct = apiDatabaseUrl('postgres://postgres:p@db.example/x', first);
    expect(new URL(direct).username).toMatch(/^albumen_api_[0-9a-f]{8}$/);
    expect(apiDatabaseUrl(direct, second)).not.toContain(new URL(direct).username);
  });
});
