-- Closes the schema before the first table is made, and defines the trigger that all tables share.
--
-- A hosted project grants anon and authenticated everything that is made in public, because its REST service relies
-- on row level security alone. The product reads nothing through that service. Revoking the default grants keeps a
-- table closed even if its migration forgets to revoke.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- EXECUTE for PUBLIC is a global default: revoking it within one schema has no effect.
alter default privileges revoke execute on functions from public;

-- Mutators set updated_at by their own clock. The trigger sets it for every other update.
create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end $$;
