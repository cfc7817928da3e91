-- gallery_events by month, in a table that takes its place in the next file. Partitions are in a schema of their own, to
-- which nobody has rights: rows are read and written through the partitioned table.
create schema partitions;

create table public.gallery_events_by_month (
  id text not null constraint gallery_events_id_check check (id ~ '^[0-9a-hjkmnp-tv-z]{20}$'),
  account_id text not null references public.accounts on delete cascade,
  gallery_id text not null,
  photo_id text,
  grant_id text,
  kind text not null constraint gallery_events_kind_check check (kind in ('opened', 'viewed', 'downloaded', 'invited',
    'accepted', 'revoked', 'published', 'hidden', 'submitted', 'commented')),
  at timestamptz(3) not null default now(),
  -- Of a download: its size, and the number of photos if there were several.
  size text constraint gallery_events_size_check check (size in ('original', 'web')),
  photo_count integer constraint gallery_events_photo_count_check check (photo_count > 0),
  -- A key of a partitioned table contains the partition key. Ids are random: id alone is unique as well.
  primary key (id, at),
  constraint gallery_events_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade,
  constraint gallery_events_photo foreign key (account_id, gallery_id, photo_id)
    references public.photos (account_id, gallery_id, id) on delete set null (photo_id),
  constraint gallery_events_grant foreign key (account_id, gallery_id, grant_id)
    references public.grants (account_id, gallery_id, id) on delete set null (grant_id)
) partition by range (at);
create index gallery_events_month_at on public.gallery_events_by_month (account_id, at, id);
create index gallery_events_month_gallery on public.gallery_events_by_month (gallery_id, at, id);
create index gallery_events_month_photo on public.gallery_events_by_month (photo_id) where photo_id is not null;
create index gallery_events_month_grant on public.gallery_events_by_month (grant_id) where grant_id is not null;

-- Takes rows of months without a partition, as after a restore: no insert fails for want of one.
create table partitions.gallery_events_rest partition of public.gallery_events_by_month default;

alter table public.gallery_events_by_month enable row level security;
revoke all on public.gallery_events_by_month from anon, authenticated;

-- Makes the partitions of this month and the next three (UTC), and of the earliest month in the default partition, whose
-- rows move there. Returns the number of partitions made. Attaching one locks the tables that it refers to for a moment:
-- the wait for that is bounded, because everybody else waits behind it.
create function public.make_gallery_event_months(today timestamptz) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  month timestamp;
  made integer := 0;
  name text;
  bounds text;
begin
  for month in
    select m from pg_catalog.generate_series(date_trunc('month', today at time zone 'UTC'),
      date_trunc('month', today at time zone 'UTC') + interval '3 months', interval '1 month') m
    union
    select date_trunc('month', min(e.at) at time zone 'UTC') from partitions.gallery_events_rest e having count(*) > 0
  loop
    name := 'gallery_events_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('partitions.' || name) is not null;
    bounds := format('from (%L) to (%L)', month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    -- Nothing may arrive in the default partition between the move and the attachment.
    lock table partitions.gallery_events_rest in access exclusive mode;
    execute format('create table partitions.%I (like public.gallery_events including all)', name);
    execute format(
      'with moved as (delete from partitions.gallery_events_rest where at >= %L and at < %L returning *)
       insert into partitions.%I select * from moved',
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', name);
    execute format('alter table public.gallery_events attach partition partitions.%I for values %s', name, bounds);
    made := made + 1;
  end loop;
  return made;
end $$;
grant execute on function public.make_gallery_event_months(timestamptz) to albumen_api;
