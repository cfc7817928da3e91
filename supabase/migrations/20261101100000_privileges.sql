-- Closes the schema before the first table is made, makes the role of the functions, and defines the trigger that all
-- tables share.

-- A hosted project grants anon and authenticated everything that is made in public, because its REST service relies
-- on row level security alone. The product reads nothing through that service. Revoking the default grants keeps a
-- table closed even if its migration forgets to revoke.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- EXECUTE for PUBLIC is a global default: revoking it within one schema has no effect.
alter default privileges revoke execute on functions from public;

-- The rights of the functions: rows of our tables and nothing else. They sign in as members of this role, which
-- `npm run migrate` creates with their passwords (ops/migrate/api-role.ts). Migrations, backup, restore and zero-cache
-- sign in as postgres.
do $$ begin
  if not exists (select from pg_roles where rolname = 'albumen_api') then
    create role albumen_api nologin;
  end if;
end $$;

grant usage on schema public to albumen_api;
alter default privileges in schema public grant select, insert, update, delete on tables to albumen_api;
-- Functions that triggers and statements call are granted by their files: none is open by default.

-- Mutators set updated_at by their own clock. The trigger sets it for every other update.
create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end $$;
