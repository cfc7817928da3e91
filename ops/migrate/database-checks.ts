import pg from 'pg';
import { ONE_GROUP, parseSyncGroups, type SyncGroup, zeroSchemaOf } from '#core/domain/studio/sync-groups.ts';
import { CommandError } from '../lib/command.ts';
import type { DatabaseTarget } from '../lib/database-target.ts';
import { reasonOf } from '../lib/reason.ts';

/*
 * Requirements of a project before migrations, and conditions afterwards. tests/integration/rls.test.ts proves the
 * latter by trial on the embedded database; a hosted one is queried.
 */

/*
 * Checks that our functions and triggers have the rights they need on the auth service's tables. No other check would
 * detect a missing right, since no sign-in waits for them.
 */

/** Tables with the privileges that our connection needs. */
const NEEDED = `(values ('users', 'SELECT'), ('users', 'DELETE'), ('users', 'TRIGGER'), ('sessions', 'SELECT'),
  ('sessions', 'DELETE'), ('mfa_factors', 'SELECT'), ('audit_log_entries', 'SELECT'), ('audit_log_entries', 'DELETE'),
  ('audit_log_entries', 'TRIGGER'))`;

/** Reads the catalog, which every role may: naming a table in a schema without USAGE would be an error. */
const TABLES = `(select c.oid, c.relname from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where s.nspname = 'auth' and c.relkind in ('r', 'p'))`;

const TRIGGERS = `(values
  ('audit_log_entries', 'albumen_record_auth_entry'),
  ('users', 'albumen_record_email_change'),
  ('users', 'albumen_record_sign_in_deletion'))`;

/** The auth service records a sign-in in the transaction that creates its session, with equal timestamps. */
const LATELY = `interval '5 minutes'`;

/** The job `trash` deletes entries after 90 days, so older sessions have none. */
const KEPT = `interval '30 days'`;

/** Checked before migrations, some of which create triggers on these tables. */
const SIGN_IN_BEFORE = `
  select case when c.oid is null then 'auth.' || n.name || ' is missing: is this the project’s database?'
      else current_user || ' may not ' || lower(n.privilege) || case n.privilege when 'TRIGGER' then ' on' else '' end
        || ' auth.' || n.name end as problem
    from ${NEEDED} n (name, privilege) left join ${TABLES} c on c.relname = n.name
    where not coalesce(has_table_privilege(c.oid, n.privilege), false)
  union all select current_user || ' may not use the schema auth'
    where not coalesce((select has_schema_privilege(s.oid, 'USAGE') from pg_namespace s where s.nspname = 'auth'), true)
  union all select 'row level security hides auth.' || c.relname || ' from ' || current_user
    from ${TABLES} c where row_security_active(c.oid) and c.relname in (select name from ${NEEDED} n (name, privilege))`;

/** Checked after migrations. */
const SIGN_IN_AFTER = `
  select 'the trigger ' || n.name || ' on auth.' || n.on_table || case when t.oid is null then ' is missing' else ' is off' end
      || ': nobody is told of changed sign-ins; see supabase/migrations/20261101102300_security.sql' as problem
    from ${TRIGGERS} n (on_table, name)
      left join ${TABLES} c on c.relname = n.on_table left join pg_trigger t on t.tgrelid = c.oid and t.tgname = n.name
    where coalesce(t.tgenabled not in ('O', 'A'), true)
  union all select 'the auth service writes no audit log to the database: switch it on (Authentication → Audit Logs),'
      || ' and sign in once'
    where (select max(s.created_at) - ${LATELY} from auth.sessions s where s.created_at > now() - ${KEPT}) >
      (select coalesce(max(e.created_at), '-infinity') from auth.audit_log_entries e)`;

/** Oldest PostgreSQL whose publications support column lists, which Zero uses (supabase/migrations, publication). */
const OLDEST = 150_000;

/** Milliseconds that a statement of a migration may take: an index of a table is built in one, at about 1 GB a minute. */
const STATEMENT_MS = `60000 * (1 + pg_database_size(current_database()) / (1024 * 1024 * 1024))`;

/**
 * Checks that replication slots are free for the first copies of zero-caches. One that has a slot needs no further one: a
 * later copy reuses it.
 * @param groups of studios, with a zero-cache each
 */
const slots = (groups: readonly SyncGroup[]) => `
  select taken || ' of ' || most || ' replication slots are taken, Zero needs ' || wanted
      || ' more: docs/operations.md#alarm-replication-slot' as problem
    from (select count(*) as taken, current_setting('max_replication_slots')::int as most from pg_replication_slots) s
    cross join (select count(*) as wanted from unnest(array[${groups.map(({ number }) => `'${zeroSchemaOf(number)}'`).join()}]) own
      where not exists (select from pg_replication_slots
        where database = current_database() and starts_with(slot_name, own || '_'))) w
    where wanted > 0 and taken + wanted > most`;

const TIMEOUT = `
  select 'statements end after ' || current_setting('statement_timeout') || ', which may be too short for a migration (allow '
      || ${STATEMENT_MS} / 1000 || ' s): alter role ' || current_user || ' set statement_timeout = 0'
    from pg_settings where name = 'statement_timeout' and setting::bigint between 1 and ${STATEMENT_MS} - 1`;

/** Nothing is read through the REST service: these roles, and PUBLIC, have no rights in `public`. */
const STRANGERS = `('anon', 'authenticated', 'public')`;

const before = (groups: readonly SyncGroup[]) => `
  select 'PostgreSQL 15 or later is needed, this is ' || current_setting('server_version') as problem
    where current_setting('server_version_num')::int < ${OLDEST}
  union all select 'wal_level is ' || current_setting('wal_level') || ', Zero needs logical'
    where current_setting('wal_level') <> 'logical'
  union all select 'the role ' || rolname || ' may not replicate, Zero needs that'
    from pg_roles where rolname = current_user and not (rolreplication or rolsuper)
  union all ${slots(groups)}
  union all ${TIMEOUT}
  union all ${SIGN_IN_BEFORE}`;

const AFTER = `
  select 'row level security is off: ' || c.oid::regclass as problem
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
  union all select coalesce(r.rolname, 'public') || ' may ' || lower(a.privilege_type) || ' ' || c.oid::regclass
    from pg_class c cross join lateral aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
    where c.relnamespace = 'public'::regnamespace and coalesce(r.rolname, 'public') in ${STRANGERS}
  union all select coalesce(r.rolname, 'public') || ' may ' || lower(a.privilege_type) || ' ' || t.attrelid::regclass || '.' || t.attname
    from pg_attribute t join pg_class c on c.oid = t.attrelid cross join lateral aclexplode(t.attacl) a
      left join pg_roles r on r.oid = a.grantee
    where c.relnamespace = 'public'::regnamespace and coalesce(r.rolname, 'public') in ${STRANGERS}
  union all select g.role || ' may run ' || p.oid::regprocedure
    from pg_proc p cross join (values ('anon'), ('authenticated')) g (role)
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(g.role, p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select r.rolname || ' would be granted whatever ' || d.defaclrole::regrole || ' makes next'
    from pg_default_acl d cross join lateral aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
    where d.defaclnamespace = 'public'::regnamespace and d.defaclrole = current_user::regrole
      and r.rolname in ${STRANGERS}
  union all select 'albumen_api may not ' || lower(n.privilege) || ' ' || c.oid::regclass
    from pg_class c cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) n (privilege)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not has_table_privilege('albumen_api', c.oid, n.privilege)
  union all select 'the publication zero_studio is missing'
    where not exists (select from pg_publication where pubname = 'zero_studio')
  union all select 'Zero cannot be told of a changed publication: ' || current_user || ' may not run '
      || p.oid::regprocedure
    from pg_proc p join pg_namespace s on s.oid = p.pronamespace
    where s.nspname ~ '^zero.*_0$' and p.proname = 'update_schemas' and not has_function_privilege(p.oid, 'execute')
  union all ${SIGN_IN_AFTER}`;

/**
 * Returns reasons why the database cannot be used; [] if there are none.
 * @param groups of studios, with a zero-cache each
 */
export const problemsBefore = (target: DatabaseTarget, groups = parseSyncGroups(ONE_GROUP)) =>
  problems(target, before(groups));

/** Returns problems of a migrated database, naming objects and roles, never rows; [] if there are none. */
export const problemsAfter = (target: DatabaseTarget) => problems(target, AFTER);

async function problems(target: DatabaseTarget, sql: string): Promise<string[]> {
  const client = new pg.Client(target.client);
  // A connection lost between statements rejects the next one; an unhandled event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ problem: string }>(sql);
    return rows.map(({ problem }) => problem);
  } catch (error) {
    throw new CommandError(`The database at ${target.host} cannot be asked: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
