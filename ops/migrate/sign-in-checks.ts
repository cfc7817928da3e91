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
export const SIGN_IN_BEFORE = `
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
export const SIGN_IN_AFTER = `
  select 'the trigger ' || n.name || ' on auth.' || n.on_table || case when t.oid is null then ' is missing' else ' is off' end
      || ': nobody is told of changed sign-ins; see supabase/migrations/20261101102300_security.sql' as problem
    from ${TRIGGERS} n (on_table, name)
      left join ${TABLES} c on c.relname = n.on_table left join pg_trigger t on t.tgrelid = c.oid and t.tgname = n.name
    where coalesce(t.tgenabled not in ('O', 'A'), true)
  union all select 'the auth service writes no audit log to the database: switch it on (Authentication → Audit Logs),'
      || ' and sign in once'
    where (select max(s.created_at) - ${LATELY} from auth.sessions s where s.created_at > now() - ${KEPT}) >
      (select coalesce(max(e.created_at), '-infinity') from auth.audit_log_entries e)`;
