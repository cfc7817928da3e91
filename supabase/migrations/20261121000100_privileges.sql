-- A hosted project grants anon and authenticated everything that is made in public, because its REST service
-- relies on row level security alone. Nothing of ours is read through that service: take the grants away first,
-- so that a table whose migration forgets to revoke is still closed.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- EXECUTE for PUBLIC is a global default: revoking it within one schema has no effect.
alter default privileges revoke execute on functions from public;

create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Mutators set it by their own clock; this is for every other update.
  if new.updated_at is not distinct from old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end $$;
