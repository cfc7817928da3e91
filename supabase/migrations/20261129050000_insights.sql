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

-- Adds to a day of a gallery. Callers lock other rows before it, so that concurrent transactions cannot deadlock.
create function public.count_gallery_day(
  account text, gallery text, moment timestamptz,
  visits integer default 0, views integer default 0, downloads integer default 0, picks integer default 0
) returns void language sql set search_path = '' as $$
  insert into public.gallery_days as d (gallery_id, account_id, day, visits, views, downloads, picks)
    values ($2, $1, public.account_day($1, $3), $4, $5, $6, $7)
    on conflict (gallery_id, day) do update set visits = d.visits + excluded.visits, views = d.views + excluded.views,
      downloads = d.downloads + excluded.downloads, picks = d.picks + excluded.picks;
$$;

create function public.count_gallery_event() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.kind = 'downloaded' then
    perform public.count_gallery_day(new.account_id, new.gallery_id, new.at, downloads => coalesce(new.photo_count, 1));
  else
    perform public.count_gallery_day(new.account_id, new.gallery_id, new.at, visits => 1);
  end if;
  return null;
end $$;
create trigger gallery_events_day after insert on public.gallery_events for each row
  when (new.kind in ('opened', 'viewed', 'downloaded')) execute function public.count_gallery_event();

create function public.count_pick_day() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Updates only: a gallery that is being deleted takes its days along.
  if tg_op <> 'INSERT' and old.state = 'pick' then
    update public.gallery_days d set picks = greatest(0, d.picks - 1)
      where d.gallery_id = old.gallery_id and d.day = public.account_day(old.account_id, old.at);
  end if;
  if tg_op <> 'DELETE' and new.state = 'pick' then
    perform public.count_gallery_day(new.account_id, new.gallery_id, new.at, picks => 1);
  end if;
  return null;
end $$;
create trigger picks_day after insert or delete on public.picks
  for each row execute function public.count_pick_day();
create trigger picks_day_update after update on public.picks for each row
  when ((old.state, old.at, old.gallery_id) is distinct from (new.state, new.at, new.gallery_id))
  execute function public.count_pick_day();

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
  public.count_gallery_day(text, text, timestamptz, integer, integer, integer, integer),
  public.count_booking_day(text, timestamptz, integer, integer),
  public.count_gallery_event(), public.count_pick_day() to albumen_api;

-- The days before, as far as they were recorded. Views had no time.
insert into public.gallery_days (gallery_id, account_id, day, visits, downloads)
  select e.gallery_id, e.account_id, (e.at at time zone public.known_zone(a.time_zone))::date,
    count(*) filter (where e.kind <> 'downloaded'),
    coalesce(sum(coalesce(e.photo_count, 1)) filter (where e.kind = 'downloaded'), 0)
  from public.gallery_events e join public.accounts a on a.id = e.account_id
  where e.kind in ('opened', 'viewed', 'downloaded') group by 1, 2, 3;
insert into public.gallery_days as d (gallery_id, account_id, day, picks)
  select p.gallery_id, p.account_id, (p.at at time zone public.known_zone(a.time_zone))::date, count(*)
  from public.picks p join public.accounts a on a.id = p.account_id
  where p.state = 'pick' group by 1, 2, 3
  on conflict (gallery_id, day) do update set picks = excluded.picks;
