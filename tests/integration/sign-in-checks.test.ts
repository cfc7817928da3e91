import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asAdmin } from '#local/postgres/addresses.ts';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { problemsAfter, problemsBefore } from '#ops/migrate/database-checks.ts';
import { insertSession } from '../support/auth-sessions.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { newId } from '../support/rows.ts';
import { stranger } from '../support/studio.ts';

/** Checks of the auth service's tables that the product relies on, and the message to the operator. */
let database: TestDatabase;
beforeEach(async () => (database = await createDatabase()));
afterEach(() => database.drop());

const before = () => problemsBefore(databaseTarget(database.url));
const after = () => problemsAfter(databaseTarget(database.url));

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: asAdmin(database.url) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

it('a migrated database has no problem', async () => {
  expect([await before(), await after()]).toEqual([[], []]);
});

describe('before migrations', () => {
  it.each([
    ['delete on auth.sessions', 'postgres may not delete auth.sessions'],
    ['delete on auth.users', 'postgres may not delete auth.users'],
    ['delete on auth.audit_log_entries', 'postgres may not delete auth.audit_log_entries'],
    ['trigger on auth.audit_log_entries', 'postgres may not trigger on auth.audit_log_entries'],
  ])('refuses a database without %s', async (privilege, problem) => {
    await asOwner(`revoke ${privilege} from postgres`);
    expect(await before()).toEqual([problem]);
  });

  it('refuses a database where the auth service has created no tables', async () => {
    await asOwner('drop table auth.audit_log_entries');
    expect(await before()).toContain('auth.audit_log_entries is missing: is this the project’s database?');
  });

  /** Message for a role other than the one of hosted projects. */
  async function problemsOf(role: string, rights: string): Promise<string[]> {
    await asOwner(`create role ${role} login replication password 'postgres'; ${rights}`);
    try {
      const url = new URL(database.url);
      url.username = role;
      return (await problemsBefore(databaseTarget(url.href))).toSorted();
    } finally {
      await asOwner(`drop owned by ${role}; drop role ${role}`);
    }
  }

  it('refuses a role from which row level security hides users', async () => {
    const role = `blind_${newId()}`;
    const hides = (table: string) => `row level security hides auth.${table} from ${role}`;
    expect(await problemsOf(role, `grant postgres to ${role}`)).toEqual(
      ['audit_log_entries', 'mfa_factors', 'sessions', 'users'].map(hides),
    );
  });

  it('refuses a role without usage of the schema', async () => {
    const role = `outside_${newId()}`;
    const rights = `alter role ${role} bypassrls; grant select, delete, trigger on all tables in schema auth to ${role}`;
    expect(await problemsOf(role, rights)).toEqual([`${role} may not use the schema auth`]);
  });
});

describe('after migrations', () => {
  it.each([
    ['auth.audit_log_entries', 'albumen_record_auth_entry'],
    ['auth.users', 'albumen_record_email_change'],
    ['auth.users', 'albumen_record_sign_in_deletion'],
  ])('reports a missing or disabled trigger on %s: %s', async (table, trigger) => {
    await asOwner(`alter table ${table} disable trigger ${trigger}`);
    expect(await after()).toEqual([expect.stringContaining(`the trigger ${trigger} on ${table} is off`)]);
    await asOwner(`drop trigger ${trigger} on ${table}`);
    expect(await after()).toEqual([expect.stringContaining(`the trigger ${trigger} on ${table} is missing`)]);
  });

  it('records sign-ins in the audit log', async () => {
    await insertSession(database.pool, stranger());
    expect(await after()).toEqual([expect.stringContaining('the auth service writes no audit log to the database')]);
    // A sign-in of earlier days has no entry any more.
    await database.pool.query(`update auth.sessions set created_at = now() - interval '31 days'`);
    expect(await after()).toEqual([]);
    await database.pool.query('update auth.sessions set created_at = now()');
    await database.pool.query(
      `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), '{}', now())`,
    );
    expect(await after()).toEqual([]);
  });
});
