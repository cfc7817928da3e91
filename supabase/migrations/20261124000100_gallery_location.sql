-- Visitors download originals without GPS data.
alter table public.galleries add column remove_location boolean not null default false;
