import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asAdmin } from '#local/postgres/addresses.ts';
import { ROOT, runChild, type RunChild } from '#ops/lib/child.ts';
import { databaseTarget } from '#ops/lib/database-target.ts';
import { readMigrations } from '#ops/migrate/contract.ts';
import { parseSyncGroups } from '#core/domain/studio/sync-groups.ts';
import { problemsBefore } from '#ops/migrate/database-checks.ts';
import { migrate, type MigrateWorld } from '#ops/migrate/migrate.ts';
import { createBareDatabase, createDatabase, type TestDatabase } from '../support/database.ts';
import { variants } from '../support/long.ts';

/** Password of the cluster's roles; distinctive, so that a leak into a message is visible. */
const PASSWORD = 'postgres';

let database: TestDatabase;
let url: string;
let workdir: string;
let printed: string[];

/** Gives each test of a block a database: `createDatabase` has all migrations, applied as `migrate` does. */
function useDatabase(make: () => Promise<TestDatabase>): void {
  beforeEach(async () => {
    database = await make();
    ({ url } = database);
  });
}

beforeEach(async () => {
  workdir = await mkdtemp(join(tmpdir(), 'albumen-migrate-'));
  await cp(join(ROOT, 'supabase'), join(workdir, 'supabase'), { recursive: true });
  printed = [];
});
afterEach(async () => {
  await database.drop();
  await rm(workdir, { recursive: true, force: true });
});

async function onDatabase(target: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

const world = (over: Partial<MigrateWorld> = {}): MigrateWorld => ({
  env: { DATABASE_DIRECT_URL: url },
  print: (line) => void printed.push(line),
  workdir,
  ...over,
});

const addMigration = (name: string, sql: string) => writeFile(join(workdir, 'supabase/migrations', name), sql);

const applied = async () =>
  (await onDatabase(url, 'select version from supabase_migrations.schema_migrations order by 1')).rows.map(
    ({ version }) => version,
  );

/** The CLI's answer for a database that has all migrations; the CLI takes a second to start. */
const hasAll: RunChild = async () => ({ code: 0, stdout: '{"migrations":[]}', output: '' });

/** The command's error message. */
const refusal = (over: Partial<MigrateWorld> = {}) =>
  migrate('dev', false, world(over)).then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );

describe('a stage’s new database', () => {
  useDatabase(createBareDatabase);

  it('is migrated once: pending migrations are listed, applied, and not applied again', async () => {
    const all = (await readMigrations()).map(({ name }) => name);
    expect(await migrate('dev', true, world())).toEqual(all);
    expect(printed.join('\n')).toContain(`would be applied: ${all[0]}`);
    await expect(applied()).rejects.toThrow(/does not exist/);

    expect(await migrate('dev', false, world())).toEqual(all);
    expect(await applied()).toHaveLength(all.length);

    printed = [];
    expect(await migrate('dev', false, world())).toEqual([]);
    // A widening stays reported as long as a release may still lack it.
    expect(printed.filter((line) => !line.startsWith('look at '))).toEqual(['No migration is missing.']);
  });

  it('refuses a migration that breaks expand and contract', async () => {
    await addMigration('20270101000100_drop.sql', 'alter table public.photos drop column size;');
    const message = await refusal();
    expect(message).toContain('supabase/migrations/20270101000100_drop.sql:1: drops the column public.photos.size');
    await expect(applied()).rejects.toThrow(/does not exist/);
  });
});

describe('a stage’s database', () => {
  useDatabase(createDatabase);

  it('keeps migrations before a failing one, which is named and rolled back', async () => {
    await addMigration(
      '20270101000100_good.sql',
      'create table public.kept (id int); alter table public.kept enable row level security;',
    );
    await addMigration('20270101000200_bad.sql', 'create table public.half (id int); select 1 / 0;');
    await addMigration('20270101000300_next.sql', 'create table public.never (id int);');
    const message = await refusal();
    expect(message).toContain('in 20270101000200_bad.sql');
    expect(message).toContain('division by zero');
    expect((await applied()).at(-1)).toBe('20270101000100');
    const { rows } = await onDatabase(url, "select to_regclass('kept') as kept, to_regclass('half') as half");
    expect(rows).toEqual([{ kept: 'kept', half: null }]);
  });

  it('may be migrated for longer than statements of its role may run', async () => {
    await onDatabase(
      asAdmin(url),
      `alter role postgres in database ${new URL(url).pathname.slice(1)} set statement_timeout = '61s'`,
    );
    await addMigration(
      '20270101000100_timeout.sql',
      `do $$ begin if current_setting('statement_timeout') <> '0' then
         raise exception 'statements end after %', current_setting('statement_timeout'); end if; end $$;`,
    );
    expect(await migrate('dev', false, world())).toContain('20270101000100_timeout.sql');
  });

  it('does not quote a row that violates a migration', async () => {
    await onDatabase(
      url,
      `create table public.twice (email text); alter table public.twice enable row level security;
       insert into public.twice values ('somebody@private.example'), ('somebody@private.example')`,
    );
    await addMigration(
      '20270101000100_once.sql',
      `-- contract: nothing writes an address twice any more, since 1.2.0
       -- lock: a table of two rows
       create unique index once on public.twice (email);`,
    );
    const message = await refusal();
    expect(message).toContain('could not create unique index "once"');
    expect(message).not.toContain('somebody@private.example');
  });
});

describe('requirements', () => {
  useDatabase(createDatabase);
  const broken = async (sql: string) => {
    await onDatabase(url, sql);
    return refusal({ run: hasAll });
  };

  it.each(
    variants(
      [
        ['create table public.open (id int)', 'row level security is off: open'],
        ['grant select on public.photos to anon', 'anon may select photos'],
        ['grant update (name) on public.galleries to authenticated', 'authenticated may update galleries.name'],
        ['grant insert on public.customers to public', 'public may insert customers'],
        ['grant execute on function public.default_settings() to anon', 'anon may run default_settings()'],
        [
          'alter default privileges in schema public grant select on tables to anon',
          'anon would be granted whatever postgres',
        ],
        ['drop publication zero_studio', 'the publication zero_studio is missing'],
      ],
      3,
    ),
  )('%s', async (sql, problem) => {
    expect(await broken(sql)).toContain(problem);
  });

  it('Zero can be notified of a changed publication once it exists', async () => {
    await onDatabase(
      asAdmin(url),
      `create schema if not exists zero_0; create function zero_0.update_schemas() returns void language sql as 'select';
       revoke execute on function zero_0.update_schemas() from public, postgres;`,
    );
    expect(await refusal({ run: hasAll })).toContain('postgres may not run zero_0.update_schemas()');
    await onDatabase(asAdmin(url), 'grant execute on function zero_0.update_schemas() to postgres');
    expect(await migrate('dev', false, world({ run: hasAll }))).toEqual([]);
  });

  it('the role may replicate', async () => {
    await onDatabase(asAdmin(url), `create role plain login password '${PASSWORD}'`);
    const plain = new URL(url);
    plain.username = 'plain';
    expect(await refusal({ env: { DATABASE_DIRECT_URL: plain.href }, run: hasAll })).toContain(
      'the role plain may not replicate',
    );
    await onDatabase(asAdmin(url), 'drop role plain');
  });
});

describe('a database for Zero', () => {
  useDatabase(createDatabase);
  const problems = () => problemsBefore(databaseTarget(url));
  const name = () => new URL(url).pathname.slice(1);

  /** Shows this database `slots` replication slots of a server that allows `most`: real ones belong to all tests. */
  async function plant(slots: string, most: number): Promise<void> {
    await onDatabase(
      asAdmin(url),
      `create schema planted; grant usage on schema planted to public;
       create view planted.pg_replication_slots as ${slots};
       create function planted.current_setting(asked text) returns text language sql as
         $$ select case asked when 'max_replication_slots' then '${most}' else pg_catalog.current_setting(asked) end $$;
       grant select on planted.pg_replication_slots to public;
       alter role postgres in database ${name()} set search_path = planted, pg_catalog, public`,
    );
  }
  const taken = (count: number, prefix: string) =>
    `select '${prefix}' || n as slot_name, current_database() as database from generate_series(1, ${count}) n`;

  it('has a free replication slot', async () => {
    await plant(taken(3, 'realtime_'), 3);
    expect(await problems()).toEqual([
      '3 of 3 replication slots are taken, Zero needs 1 more: docs/operations.md#alarm-replication-slot',
    ]);
  });

  it('may have no free slot once Zero has its own', async () => {
    await plant(taken(3, 'zero_0_'), 3);
    expect(await problems()).toEqual([]);
  });

  it('has a free slot for each further group of studios', async () => {
    await plant(taken(2, 'zero_0_'), 3);
    const withGroups = (text: string) => problemsBefore(databaseTarget(url), parseSyncGroups(text));
    expect(await withGroups('0:0-31 1:0-31')).toEqual([]);
    expect(await withGroups('0:0-31 1:0-15 2:16-31')).toEqual([
      '2 of 3 replication slots are taken, Zero needs 2 more: docs/operations.md#alarm-replication-slot',
    ]);
  });

  it('has a timeout of statements that is long enough for its size, or none', async () => {
    const bounded = (value: string) => {
      const target = databaseTarget(url);
      // A pooler may not hand options on, so the role's own setting remains.
      return problemsBefore({ ...target, client: { ...target.client, options: `-c statement_timeout=${value}` } });
    };
    expect(await bounded('2min')).toEqual([]);
    expect(await bounded('8s')).toEqual([
      'statements end after 8s, which may be too short for a migration (allow 60 s): alter role postgres set statement_timeout = 0',
    ]);
  });
});

describe('the connection', () => {
  useDatabase(createBareDatabase);

  it('uses TLS to other machines, for the driver and for the CLI', async () => {
    // The embedded server has no TLS: addressed as another machine, it must be refused rather than spoken to in plain
    // text.
    expect(await refusal({ isLoopback: () => false })).toMatch(/does not support SSL/);
    const seen: Record<string, string | undefined>[] = [];
    const run: RunChild = async (file, args, options) => {
      seen.push(options?.env ?? {});
      return runChild(file, args, options);
    };
    await migrate('dev', true, world({ run }));
    expect(seen[0]).toMatchObject({ PGSSLMODE: 'disable' });
  });

  it('hides its password: in arguments and in output', async () => {
    const secret = 'fifteen&sp@ces';
    await onDatabase(
      asAdmin(url),
      `create role keeper login replication bypassrls password '${secret}'; grant usage on schema auth to keeper;
       grant select, delete, trigger on all tables in schema auth to keeper`,
    );
    const keeper = new URL(url);
    keeper.username = 'keeper';
    keeper.password = secret;
    const args: string[] = [];
    const run: RunChild = (file, given, options) => {
      args.push(...given);
      return runChild(file, given, options);
    };
    // The role lacks privileges of postgres: the CLI fails with long output.
    const message = await refusal({ env: { DATABASE_DIRECT_URL: keeper.href }, run });
    expect(message).toContain('migrations failed');
    for (const said of [message, ...printed, ...args]) {
      expect(said).not.toContain(secret);
      expect(said).not.toContain(encodeURIComponent(secret));
    }
    await onDatabase(asAdmin(url), 'drop owned by keeper; drop role keeper');
  });

  it('falls back to the stage’s secrets, and refuses the transaction pooler', async () => {
    const secrets: RunChild = async (file, args, options) =>
      file.endsWith('sst')
        ? { code: 0, stdout: `# albumen/dev\nDatabaseDirectUrl=${url}\n`, output: '' }
        : runChild(file, args, options);
    expect(await migrate('dev', true, world({ env: {}, run: secrets }))).not.toEqual([]);
    const none: RunChild = async () => ({ code: 1, stdout: '', output: 'No secrets found' });
    expect(await refusal({ env: {}, run: none })).toMatch(/DATABASE_DIRECT_URL is not set/);
    expect(await refusal({ env: { DATABASE_DIRECT_URL: 'postgres://a:b@h.example:6543/x' } })).toMatch(/pooler/);
  });
});
