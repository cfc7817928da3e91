-- What an operator has blocked. A held gallery is closed and a held photo hidden, as a studio does it itself, and the
-- constraints keep it so. A held studio is closed to visitors like a suspended one.
alter table public.accounts add column held_at timestamptz(3), add column site_held_at timestamptz(3);
alter table public.galleries add column held_at timestamptz(3);
alter table public.galleries add constraint galleries_held check (held_at is null or status <> 'published') not valid;
alter table public.photos add column held_at timestamptz(3);
alter table public.photos add constraint photos_held check (held_at is null or is_hidden) not valid;

create or replace view operators.accounts as
  select id, slug, name, created_at, deleted_at, paused_at, held_at, site_held_at from public.accounts;
