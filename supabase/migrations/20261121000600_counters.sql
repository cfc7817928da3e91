-- Counts that lists show, kept in the transaction that changes them: Zero has no aggregates, and rows are never
-- synced only to be counted. Triggers are per statement, so that a bulk act costs one update a gallery.
create table public.gallery_stats (
  gallery_id text primary key,
  account_id text not null,
  -- Photos outside the trash.
  photo_count integer not null default 0 check (photo_count >= 0),
  ready_count integer not null default 0 check (ready_count >= 0),
  failed_count integer not null default 0 check (failed_count >= 0),
  original_bytes bigint not null default 0 check (original_bytes >= 0),
  constraint gallery_stats_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index gallery_stats_account on public.gallery_stats (account_id, photo_count, gallery_id);

create table public.account_usage (
  account_id text primary key references public.accounts on delete cascade,
  -- Every original, the trash included: it is still in the bucket.
  storage_bytes bigint not null default 0 check (storage_bytes >= 0),
  -- Photos outside the trash in galleries outside the trash.
  photo_count integer not null default 0 check (photo_count >= 0),
  gallery_count integer not null default 0 check (gallery_count >= 0)
);

create function public.start_account_usage() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.account_usage (account_id) values (new.id);
  return null;
end $$;
create trigger accounts_seed_3_usage after insert on public.accounts
  for each row execute function public.start_account_usage();

create function public.start_gallery_stats() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.gallery_stats (gallery_id, account_id) values (new.id, new.account_id);
  update public.account_usage u set gallery_count = u.gallery_count + 1
    where u.account_id = new.account_id and new.deleted_at is null;
  return null;
end $$;
create trigger galleries_count_insert after insert on public.galleries
  for each row execute function public.start_gallery_stats();

-- The row of gallery_stats is the lock: whoever counts photos of a gallery takes it before it looks whether the
-- gallery is in the trash, and whoever trashes the gallery takes it before it reads the count.
create function public.count_gallery() returns trigger language plpgsql set search_path = '' as $$
declare
  photos integer;
  step integer := case when new.deleted_at is null then 1 else -1 end;
begin
  select s.photo_count into photos from public.gallery_stats s where s.gallery_id = new.id for update;
  update public.account_usage u
    set gallery_count = u.gallery_count + step, photo_count = u.photo_count + step * photos
    where u.account_id = new.account_id;
  return null;
end $$;
create trigger galleries_count_trash after update of deleted_at on public.galleries
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function public.count_gallery();

-- Before a gallery is erased: its photos follow by cascade, when nothing can tell any more whether it was in the
-- trash. count_photos leaves those out; their share of the account leaves here.
create function public.uncount_gallery() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.account_usage u
    set storage_bytes = u.storage_bytes - p.bytes,
        photo_count = u.photo_count - case when old.deleted_at is null then p.live else 0 end,
        gallery_count = u.gallery_count - case when old.deleted_at is null then 1 else 0 end
    from (select coalesce(sum(f.size), 0) as bytes, count(*) filter (where f.deleted_at is null) as live
          from public.photos f where f.gallery_id = old.id) p
    where u.account_id = old.account_id;
  return old;
end $$;
create trigger galleries_count_delete before delete on public.galleries
  for each row execute function public.uncount_gallery();

create function public.count_photos() returns trigger language plpgsql set search_path = '' as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, n.* from new_rows n'
    when 'DELETE' then 'select -1 as sign, o.* from old_rows o'
    else 'select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o' end;
  d record;
begin
  -- In the order of the ids: two bulk acts that touch the same galleries wait for each other, not in a circle.
  for d in execute format($q$
    select * from (
      select c.gallery_id, c.account_id,
        coalesce(sum(c.sign) filter (where c.deleted_at is null), 0) as live,
        coalesce(sum(c.sign) filter (where c.deleted_at is null and c.status = 'ready'), 0) as ready,
        coalesce(sum(c.sign) filter (where c.deleted_at is null and c.status = 'failed'), 0) as failed,
        coalesce(sum(c.sign * c.size) filter (where c.deleted_at is null), 0) as live_bytes,
        sum(c.sign * c.size) as bytes
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
create trigger photos_count_insert after insert on public.photos referencing new table as new_rows
  for each statement execute function public.count_photos();
create trigger photos_count_update after update on public.photos referencing old table as old_rows new table as new_rows
  for each statement execute function public.count_photos();
create trigger photos_count_delete after delete on public.photos referencing old table as old_rows
  for each statement execute function public.count_photos();

alter table public.gallery_stats enable row level security;
alter table public.account_usage enable row level security;
revoke all on public.gallery_stats, public.account_usage from anon, authenticated;
