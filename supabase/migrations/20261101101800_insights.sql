-- Daily counts for the studio's insights, kept in the transaction of each event, and never decreased by what is deleted
-- later, but for favourites: these are the current ones, by the day on which each was chosen. A day is one of the
-- studio's zone at that time; a changed zone applies from the next event on.
create table public.gallery_days (
  gallery_id text not null,
  account_id text not null,
  day date not null,
  -- Times that somebody came: gallery_events 'opened' and 'viewed'.
  visits integer not null default 0 check (visits >= 0),
  -- Photos opened in the lightbox.
  views integer not null default 0 check (views >= 0),
  -- Photos downloaded.
  downloads integer not null default 0 check (downloads >= 0),
  -- Photos chosen, counted once for each person and list.
  picks integer not null default 0 check (picks >= 0),
  primary key (gallery_id, day),
  constraint gallery_days_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index gallery_days_account on public.gallery_days (account_id, day);

-- The day of a moment in an account's zone.
create function public.account_day(account text, moment timestamptz) returns date
language sql stable set search_path = '' as $$
  select (moment at time zone public.known_zone(a.time_zone))::date from public.accounts a where a.id = account;
$$;

-- Adds views to a day of a gallery.
create function public.count_gallery_views(account text, gallery text, moment timestamptz, views integer)
returns void language sql set search_path = '' as $$
  insert into public.gallery_days as d (gallery_id, account_id, day, views)
    values ($2, $1, public.account_day($1, $3), $4)
    on conflict (gallery_id, day) do update set views = d.views + excluded.views;
$$;

-- Days are changed once for each statement, in one order, and after all other rows of a transaction's step: concurrent
-- transactions cannot deadlock.
create function public.count_gallery_events() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.gallery_days as d (gallery_id, account_id, day, visits, downloads)
    select e.gallery_id, e.account_id, public.account_day(e.account_id, e.at) as day,
      count(*) filter (where e.kind <> 'downloaded'),
      coalesce(sum(coalesce(e.photo_count, 1)) filter (where e.kind = 'downloaded'), 0)
    from added e where e.kind in ('opened', 'viewed', 'downloaded') group by 1, 2, 3 order by 1, 3
    on conflict (gallery_id, day) do update
      set visits = d.visits + excluded.visits, downloads = d.downloads + excluded.downloads;
  return null;
end $$;
create trigger gallery_events_days after insert on public.gallery_events referencing new table as added
  for each statement execute function public.count_gallery_events();

create function public.count_added_picks() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into public.gallery_days as d (gallery_id, account_id, day, picks)
    select p.gallery_id, p.account_id, public.account_day(p.account_id, p.at) as day, count(*)
    from added p where p.state = 'pick' group by 1, 2, 3 order by 1, 3
    on conflict (gallery_id, day) do update set picks = d.picks + excluded.picks;
  return null;
end $$;
-- Updates only: a gallery that is being deleted takes its days along.
create function public.uncount_removed_picks() returns trigger language plpgsql set search_path = '' as $$
begin
  update public.gallery_days d set picks = greatest(0, d.picks - r.count)
    from (select p.gallery_id, public.account_day(p.account_id, p.at) as day, count(*) as count
          from removed p where p.state = 'pick' group by 1, 2) r
    where d.gallery_id = r.gallery_id and d.day = r.day;
  return null;
end $$;
create trigger picks_days_insert after insert on public.picks referencing new table as added
  for each statement execute function public.count_added_picks();
create trigger picks_days_delete after delete on public.picks referencing old table as removed
  for each statement execute function public.uncount_removed_picks();
create trigger picks_days_update_old after update on public.picks referencing old table as removed
  for each statement execute function public.uncount_removed_picks();
create trigger picks_days_update_new after update on public.picks referencing new table as added
  for each statement execute function public.count_added_picks();

-- The way to a booking. People who look are counted once a day for each network address; bookings and requests
-- are counted from sessions.
create table public.booking_days (
  account_id text not null references public.accounts on delete cascade,
  day date not null,
  -- People who looked at free times, and people who chose one.
  viewed integer not null default 0 check (viewed >= 0),
  started integer not null default 0 check (started >= 0),
  primary key (account_id, day)
);

create function public.count_booking_day(
  account text, moment timestamptz, viewed integer default 0, started integer default 0
) returns void language sql set search_path = '' as $$
  insert into public.booking_days as d (account_id, day, viewed, started)
    values ($1, public.account_day($1, $2), $3, $4)
    on conflict (account_id, day) do update
      set viewed = d.viewed + excluded.viewed, started = d.started + excluded.started;
$$;

alter table public.gallery_days enable row level security;
alter table public.booking_days enable row level security;
revoke all on public.gallery_days, public.booking_days from anon, authenticated;
grant execute on function public.account_day(text, timestamptz),
  public.count_gallery_views(text, text, timestamptz, integer),
  public.count_booking_day(text, timestamptz, integer, integer), public.count_gallery_events(),
  public.count_added_picks(), public.uncount_removed_picks() to albumen_api;
