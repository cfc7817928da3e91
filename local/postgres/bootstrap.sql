-- State of a hosted Supabase project before the first migration: roles, schemas, and the default grants that our
-- migrations revoke. From supabase/postgres, migrations/db/init-scripts; safe to run again.

do $$
declare
  missing text;
begin
  foreach missing in array array['anon', 'authenticated', 'service_role', 'authenticator', 'postgres',
    'supabase_auth_admin', 'supabase_storage_admin', 'supabase_replication_admin', 'dashboard_user'] loop
    if not exists (select from pg_roles where rolname = missing) then
      execute format('create role %I', missing);
    end if;
  end loop;
end $$;

alter role postgres login createdb createrole replication bypassrls password 'postgres';
alter role authenticator login noinherit password 'postgres';
alter role supabase_auth_admin login noinherit createrole password 'postgres';
alter role supabase_storage_admin noinherit createrole;
alter role supabase_replication_admin replication;
alter role dashboard_user createdb createrole replication;
alter role anon noinherit;
alter role authenticated noinherit;
alter role service_role noinherit bypassrls;
grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
-- A hosted project allows postgres to disable triggers, although it is no superuser: its guide to moving a project does
-- so.
grant set on parameter session_replication_role to postgres;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = auth;

do $$ begin
  execute format('alter database %I owner to postgres', current_database());
  execute format('grant create, temporary on database %I to supabase_auth_admin', current_database());
end $$;

create schema if not exists extensions authorization postgres;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;

create schema if not exists auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role;
grant all on schema auth to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres, dashboard_user;

-- Everything created in public is accessible to these roles; only row level security restricts it.
grant usage on schema public to anon, authenticated, service_role;
grant all on schema public to postgres;
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;

-- A hosted project allows event triggers to postgres, by an extension that we do not have; here only the superuser may
-- create them, so zero-cache signs in as the superuser. Its objects are granted to postgres as well: mutators store
-- their progress there.
alter default privileges for role supabase_admin grant all on schemas to postgres;
alter default privileges for role supabase_admin grant all on tables to postgres;
alter default privileges for role supabase_admin grant all on sequences to postgres;
alter default privileges for role supabase_admin grant all on functions to postgres;

do $$ begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end $$;
