-- What a studio stores and what its clients download, by UTC day: the figures that a bill will be made of. Days are never
-- decreased by what is deleted later. Months are UTC months, because a studio's zone may change.
create table public.usage_days (
  account_id text not null references public.accounts on delete cascade,
  day date not null,
  -- Bit n: hour n of the day was counted.
  hours integer not null default 0 check (hours between 0 and 16777215),
  -- Sum of the bytes stored in each of these hours.
  byte_hours bigint not null default 0 check (byte_hours >= 0),
  -- Bytes of files that clients saved, counted when their URL was signed.
  download_bytes bigint not null default 0 check (download_bytes >= 0),
  primary key (account_id, day)
);

-- The last hour in which a studio's storage was counted, and its bytes then. Not in account_usage: each of its changes is
-- sent to open windows.
create table public.usage_samples (
  account_id text primary key references public.accounts on delete cascade,
  hour timestamptz(3),
  bytes bigint not null default 0
);

-- Counts the storage of all open studios in the moment's hour. An hour counts once, however often and by however many
-- runs. Missed hours count the lesser of the samples around them; those before the last 48 are free, and so is the time in
-- which a studio is closed. Returns the number of studios counted.
create function public.sample_storage(moment timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  this_hour timestamptz := date_trunc('hour', moment, 'UTC');
  counted integer;
begin
  delete from public.usage_samples s using public.accounts a where a.id = s.account_id and a.deleted_at is not null;
  insert into public.usage_samples (account_id)
    select a.id from public.accounts a where a.deleted_at is null order by a.id on conflict do nothing;
  -- Runs at the same time wait here, and then find the hour counted.
  perform 1 from public.usage_samples s where s.hour is null or s.hour < this_hour order by s.account_id for update;
  with turn as (
    update public.usage_samples s set hour = this_hour, bytes = u.storage_bytes
    from public.usage_samples before join public.account_usage u on u.account_id = before.account_id
    where before.account_id = s.account_id and (s.hour is null or s.hour < this_hour)
    returning s.account_id, s.bytes as bytes_now, before.bytes as bytes_before,
      greatest(coalesce(before.hour + interval '1 hour', this_hour), this_hour - interval '48 hours') as first
  ), days as (
    select t.account_id, (h at time zone 'UTC')::date as day,
      sum(1 << extract(hour from h at time zone 'UTC')::integer)::integer as hours,
      sum(case when h = this_hour then t.bytes_now else least(t.bytes_now, t.bytes_before) end)::bigint as byte_hours
    from turn t, generate_series(t.first, this_hour, interval '1 hour') h group by 1, 2
  ), kept as (
    insert into public.usage_days as d (account_id, day, hours, byte_hours)
      select account_id, day, hours, byte_hours from days order by account_id, day
      on conflict (account_id, day) do update
        set hours = d.hours | excluded.hours, byte_hours = d.byte_hours + excluded.byte_hours
        where d.hours & excluded.hours = 0
      returning account_id
  )
  select count(distinct account_id) into counted from kept;
  return counted;
end $$;

-- Bytes that a download counts; null for other events, and if the visitor took the same file before on the same UTC day.
alter table public.gallery_events add column bytes bigint;

create or replace function public.count_gallery_events() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.gallery_days as d (gallery_id, account_id, day, visits, downloads)
    select e.gallery_id, e.account_id, public.account_day(e.account_id, e.at) as day,
      count(*) filter (where e.kind <> 'downloaded'),
      coalesce(sum(coalesce(e.photo_count, 1)) filter (where e.kind = 'downloaded'), 0)
    from added e where e.kind in ('opened', 'viewed', 'downloaded') group by 1, 2, 3 order by 1, 3
    on conflict (gallery_id, day) do update
      set visits = d.visits + excluded.visits, downloads = d.downloads + excluded.downloads;
  insert into public.usage_days as d (account_id, day, download_bytes)
    select e.account_id, (e.at at time zone 'UTC')::date as day, sum(e.bytes)
    from added e where e.bytes > 0 group by 1, 2 order by 1, 2
    on conflict (account_id, day) do update set download_bytes = d.download_bytes + excluded.download_bytes;
  return null;
end $$;

-- Stored bytes are those that arrived: the size of a photo in `uploading` is only announced.
create or replace function public.count_photos() returns trigger language plpgsql set search_path = '' as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, n.* from new_rows n'
    when 'DELETE' then 'select -1 as sign, o.* from old_rows o'
    else 'select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o' end;
  d record;
begin
  -- In the order of the gallery ids: two concurrent bulk changes then wait for each other without a deadlock.
  for d in execute format($q$
    select * from (
      select c.gallery_id, c.account_id,
        coalesce(sum(c.sign) filter (where c.deleted_at is null), 0) as live,
        coalesce(sum(c.sign) filter (where c.deleted_at is null and c.status = 'ready'), 0) as ready,
        coalesce(sum(c.sign) filter (where c.deleted_at is null and c.status = 'failed'), 0) as failed,
        coalesce(sum(c.sign * c.size) filter (where c.deleted_at is null and c.status <> 'uploading'), 0) as live_bytes,
        coalesce(sum(c.sign * c.size) filter (where c.status <> 'uploading'), 0) as bytes
      from (%s) c group by c.gallery_id, c.account_id) sums
    where live <> 0 or ready <> 0 or failed <> 0 or live_bytes <> 0 or bytes <> 0
    order by gallery_id $q$, changed)
  loop
    update public.gallery_stats s
      set photo_count = s.photo_count + d.live, ready_count = s.ready_count + d.ready,
          failed_count = s.failed_count + d.failed, original_bytes = s.original_bytes + d.live_bytes
      where s.gallery_id = d.gallery_id;
    update public.account_usage u
      set storage_bytes = u.storage_bytes + d.bytes,
          photo_count = u.photo_count + case when g.deleted_at is null then d.live else 0 end
      from public.galleries g
      where u.account_id = d.account_id and g.id = d.gallery_id;
  end loop;
  return null;
end $$;

create or replace function public.uncount_gallery() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.account_usage u
    set storage_bytes = u.storage_bytes - p.bytes,
        photo_count = u.photo_count - case when old.deleted_at is null then p.live else 0 end,
        gallery_count = u.gallery_count - case when old.deleted_at is null then 1 else 0 end
    from (select coalesce(sum(f.size) filter (where f.status <> 'uploading'), 0) as bytes,
            count(*) filter (where f.deleted_at is null) as live
          from public.photos f where f.gallery_id = old.id) p
    where u.account_id = old.account_id;
  return old;
end $$;

-- Takes announced bytes out of today's counts. No photo changes meanwhile: its change would be counted by the old rule.
do $$ begin
  lock table public.photos in share row exclusive mode;
  update public.account_usage u set storage_bytes = u.storage_bytes - p.bytes
    from (select account_id, sum(size) as bytes from public.photos where status = 'uploading' group by account_id) p
    where p.account_id = u.account_id and p.bytes > 0;
  update public.gallery_stats s set original_bytes = s.original_bytes - p.bytes
    from (select gallery_id, sum(size) as bytes from public.photos
          where status = 'uploading' and deleted_at is null group by gallery_id) p
    where p.gallery_id = s.gallery_id and p.bytes > 0;
end $$;

alter table public.usage_days enable row level security;
alter table public.usage_samples enable row level security;
revoke all on public.usage_days, public.usage_samples from anon, authenticated;
grant execute on function public.sample_storage(timestamptz) to albumen_api;
