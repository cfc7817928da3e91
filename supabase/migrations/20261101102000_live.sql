-- The product socket: open connections, the rooms they are in, and what changed there (core/domain/galleries/live.ts).

-- Connections and joins are lost in a crash; pages renew them within minutes. Unlogged, they burden neither the log nor
-- zero-cache, which reads it.
create unlogged table public.live_connections (
  id text primary key check (length(id) between 1 and 128),
  -- Both null: a visitor whose browser has no session.
  visitor_id text references public.visitors on delete cascade,
  user_id uuid,
  member_of text references public.accounts on delete cascade,
  network text not null check (length(network) between 1 and 60),
  -- Messages since `counted_since`.
  message_count integer not null default 0 check (message_count >= 0),
  counted_since timestamptz(3) not null default now(),
  placed_at timestamptz(3),
  seen_at timestamptz(3) not null default now(),
  ends_at timestamptz(3) not null,
  constraint live_connections_member check ((user_id is null) = (member_of is null)),
  constraint live_connections_who check (user_id is null or visitor_id is null)
);
create index live_connections_visitor on public.live_connections (visitor_id);
create index live_connections_user on public.live_connections (user_id) where user_id is not null;
create index live_connections_member_of on public.live_connections (member_of);
create index live_connections_network on public.live_connections (network);
create index live_connections_ends on public.live_connections (ends_at);
comment on column public.live_connections.member_of is 'The account of a member''s connection; null for visitors.';

create unlogged table public.live_joins (
  connection_id text not null references public.live_connections on delete cascade,
  room text not null check (room ~ '^[lgsb]:[0-9a-hjkmnp-tv-z]{10,26}$'),
  account_id text not null references public.accounts on delete cascade,
  person_id text check (length(person_id) <= 36),
  place text not null default '' check (length(place) <= 40),
  is_behind boolean not null default false,
  authorised_until timestamptz(3) not null,
  primary key (connection_id, room)
);
create index live_joins_room on public.live_joins (room);
create index live_joins_account on public.live_joins (account_id);
comment on column public.live_joins.person_id is 'Who is shown to the others: the person who chooses, or the user in the back office. Null: nobody.';
comment on column public.live_joins.is_behind is 'A message could not be delivered, so that the page must ask.';

create table public.live_rooms (
  room text primary key check (room ~ '^[lgsb]:[0-9a-hjkmnp-tv-z]{10,26}$'),
  account_id text not null references public.accounts on delete cascade,
  rev bigint not null default 0 check (rev >= 0),
  reset_rev bigint not null default 0 check (reset_rev >= 0),
  sent_rev bigint not null default 0 check (sent_rev >= 0)
);
create index live_rooms_account on public.live_rooms (account_id);
comment on column public.live_rooms.rev is 'Rises in the transaction of each change, which keeps the row locked: whoever sees a number sees every change up to it.';
comment on column public.live_rooms.reset_rev is 'The last change that no list of new photos can tell, for example a photo that was hidden.';
comment on column public.live_rooms.sent_rev is 'What the people in the room were told, if there were any.';

-- Photos that became visible during their gallery's event.
create table public.live_photos (
  photo_id text primary key,
  account_id text not null,
  gallery_id text not null,
  rev bigint not null check (rev > 0),
  constraint live_photos_photo foreign key (account_id, photo_id)
    references public.photos (account_id, id) on delete cascade,
  constraint live_photos_gallery foreign key (account_id, gallery_id)
    references public.galleries (account_id, id) on delete cascade
);
create index live_photos_photo on public.live_photos (account_id, photo_id);
create index live_photos_rev on public.live_photos (account_id, gallery_id, rev);

-- Counts a change of a room, and enqueues its message. A join locks the row too, so that a change is either
-- seen by the new connection or sent to it.
create function public.raise_room(of_room text, of_account text, pause interval, is_reset boolean) returns bigint
  language plpgsql set search_path = '' as $$
declare risen bigint;
begin
  insert into public.live_rooms as r (room, account_id, rev, reset_rev)
  -- Nothing if the account is being erased.
  select of_room, a.id, 1, case when is_reset then 1 else 0 end from public.accounts a where a.id = of_account
  on conflict (room) do update set rev = r.rev + 1,
    reset_rev = case when is_reset then r.rev + 1 else r.reset_rev end
  returning r.rev into risen;
  if risen is not null and exists (
    select from public.live_joins j where j.room = of_room and j.authorised_until > now()) then
    perform public.request_effect(of_account, 'live.changed', 'live:' || of_room,
      jsonb_build_object('room', of_room), pause);
  else
    update public.live_rooms set sent_rev = risen where room = of_room;
  end if;
  return risen;
end $$;

-- Enqueues a new check of access for the connections in an account's rooms; of one gallery, or null for the members of the account.
create function public.recheck_rooms(of_account text, of_gallery text) returns void
  language plpgsql set search_path = '' as $$
begin
  if exists (select from public.live_joins j join public.accounts a on a.id = j.account_id
    where j.account_id = of_account) then
    perform public.request_effect(of_account, 'live.recheck', 'recheck:' || coalesce(of_gallery, of_account),
      jsonb_build_object('accountId', of_account, 'galleryId', of_gallery), interval '0');
  end if;
end $$;

-- A number for each photo: a page asks for the photos after a number, and may get only the first of them.
create function public.watch_new_photo(photo text, of_account text, of_gallery text) returns void
  language sql set search_path = '' as $$
  insert into public.live_photos (photo_id, account_id, gallery_id, rev)
    select photo, of_account, of_gallery, risen.rev
    from (select public.raise_room('g:' || of_gallery, of_account, interval '10 seconds', false) as rev) risen
    -- None if the account is being erased.
    where risen.rev is not null
    on conflict (photo_id) do update set gallery_id = excluded.gallery_id, rev = excluded.rev;
$$;

-- Photos of an event are watched by statement: hiding or trashing 200 raises their gallery's room once.
create function public.watch_photos() returns trigger language plpgsql set search_path = '' as $$
declare
  d record;
begin
  if tg_op = 'UPDATE' then
    delete from public.live_photos v using old_rows o, new_rows n
      where n.id = o.id and n.gallery_id <> o.gallery_id and v.photo_id = o.id;
    -- In the order of the galleries, as count_photos.
    for d in
      select o.gallery_id, o.account_id, array_agg(o.id) as gone
      from old_rows o
        join new_rows n on n.id = o.id
        join public.galleries g on g.account_id = o.account_id and g.id = o.gallery_id and g.event_until > now()
      where o.status = 'ready' and o.deleted_at is null and not o.is_hidden and not exists (
          select from public.gallery_sections s where s.id = o.section_id and not s.is_visible)
        and (n.gallery_id <> o.gallery_id or n.status <> 'ready' or n.deleted_at is not null or n.is_hidden or exists (
          select from public.gallery_sections s where s.id = n.section_id and not s.is_visible))
      group by o.gallery_id, o.account_id order by o.gallery_id
    loop
      delete from public.live_photos v where v.gallery_id = d.gallery_id and v.photo_id = any (d.gone);
      perform public.raise_room('g:' || d.gallery_id, d.account_id, interval '10 seconds', true);
    end loop;
    for d in
      select n.id, n.account_id, n.gallery_id
      from new_rows n
        join old_rows o on o.id = n.id
        join public.galleries g on g.account_id = n.account_id and g.id = n.gallery_id and g.event_until > now()
      where n.status = 'ready' and n.deleted_at is null and not n.is_hidden and not exists (
          select from public.gallery_sections s where s.id = n.section_id and not s.is_visible)
        and (o.status <> 'ready' or o.deleted_at is not null or o.is_hidden or o.file_id <> n.file_id
          or o.gallery_id <> n.gallery_id or o.section_id is distinct from n.section_id)
      order by n.gallery_id, n.id
    loop
      perform public.watch_new_photo(d.id, d.account_id, d.gallery_id);
    end loop;
  else
    for d in
      select n.id, n.account_id, n.gallery_id
      from new_rows n
        join public.galleries g on g.account_id = n.account_id and g.id = n.gallery_id and g.event_until > now()
      where n.status = 'ready' and n.deleted_at is null and not n.is_hidden and not exists (
        select from public.gallery_sections s where s.id = n.section_id and not s.is_visible)
      order by n.gallery_id, n.id
    loop
      perform public.watch_new_photo(d.id, d.account_id, d.gallery_id);
    end loop;
  end if;
  return null;
end $$;

create trigger photos_watch_inserted after insert on public.photos referencing new table as new_rows
  for each statement execute function public.watch_photos();
create trigger photos_watch_updated after update on public.photos referencing old table as old_rows new table as new_rows
  for each statement execute function public.watch_photos();

create function public.watch_section() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.galleries g where g.id = new.gallery_id and g.event_until > now()) then
    perform public.raise_room('g:' || new.gallery_id, new.account_id, interval '10 seconds', true);
  end if;
  return null;
end $$;
create trigger gallery_sections_watch after update on public.gallery_sections for each row
  when (old.is_visible <> new.is_visible) execute function public.watch_section();

-- Lists of picks and the comments beside them.
create function public.watch_list() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.raise_room('l:' || new.id, new.account_id, interval '1 second', false);
  if old.for_everyone and not new.for_everyone or new.deleted_at is not null then
    perform public.recheck_rooms(new.account_id, new.gallery_id);
  end if;
  return null;
end $$;
create trigger pick_lists_watch after update on public.pick_lists for each row
  when (old.* is distinct from new.*) execute function public.watch_list();

create function public.watch_list_person() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform public.raise_room('l:' || new.list_id, new.account_id, interval '1 second', false);
  else
    perform public.raise_room('l:' || old.list_id, old.account_id, interval '1 second', false);
    perform public.recheck_rooms(old.account_id, old.gallery_id);
  end if;
  return null;
end $$;
create trigger list_people_watch after insert or delete on public.list_people
  for each row execute function public.watch_list_person();

-- A comment without a list is seen by the person who began the thread, whose lists are told.
create function public.watch_comment() returns trigger language plpgsql set search_path = '' as $$
declare list_id text;
begin
  for list_id in
    select l.id from public.pick_lists l where l.id = new.list_id
    union
    select l.id from public.pick_lists l join public.photo_comments c on c.person_id = l.owner_person_id
    where new.list_id is null and c.id = coalesce(new.parent_id, new.id) and l.account_id = new.account_id
    order by 1
  loop
    perform public.raise_room('l:' || list_id, new.account_id, interval '1 second', false);
  end loop;
  return null;
end $$;
create trigger photo_comments_watch after insert or update on public.photo_comments
  for each row execute function public.watch_comment();

-- Whatever decides about free slots. A hint only: the booking itself checks.
create function public.watch_slots() returns trigger language plpgsql set search_path = '' as $$
declare of_account text := case when tg_op = 'DELETE' then old.account_id else new.account_id end;
begin
  perform public.raise_room('s:' || of_account, of_account, interval '1 second', false);
  return null;
end $$;
create trigger sessions_watch after insert on public.sessions
  for each row execute function public.watch_slots();
create trigger sessions_watch_update after update on public.sessions for each row
  when ((old.date, old.duration, old.status, old.deleted_at, old.photographer_id)
    is distinct from (new.date, new.duration, new.status, new.deleted_at, new.photographer_id))
  execute function public.watch_slots();
create trigger slot_holds_watch after insert or update or delete on public.slot_holds
  for each row execute function public.watch_slots();
create trigger schedule_plans_watch after insert or update or delete on public.schedule_plans
  for each row execute function public.watch_slots();
create trigger session_types_watch after update on public.session_types for each row
  when (old.* is distinct from new.*) execute function public.watch_slots();
create trigger settings_watch after update on public.settings for each row
  when (new.key = 'booking' and old.value is distinct from new.value) execute function public.watch_slots();

-- What may take access away.
create function public.watch_gallery_access() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_table_name = 'galleries' then
    perform public.recheck_rooms(new.account_id, new.id);
  else
    perform public.recheck_rooms(old.account_id, old.gallery_id);
  end if;
  return null;
end $$;
create trigger galleries_watch after update on public.galleries for each row
  when ((old.status, old.visibility, old.expires_at, old.deleted_at, old.guest_favourites)
    is distinct from (new.status, new.visibility, new.expires_at, new.deleted_at, new.guest_favourites))
  execute function public.watch_gallery_access();
create trigger gallery_secrets_watch after update or delete on public.gallery_secrets
  for each row execute function public.watch_gallery_access();
create trigger grants_watch after update on public.grants for each row
  when ((old.status, old.can_view, old.can_select, old.expires_at)
    is distinct from (new.status, new.can_view, new.can_select, new.expires_at))
  execute function public.watch_gallery_access();

create function public.watch_members() returns trigger language plpgsql set search_path = '' as $$
begin
  perform public.recheck_rooms(old.account_id, null);
  return null;
end $$;
create trigger account_members_watch after update or delete on public.account_members
  for each row execute function public.watch_members();

alter table public.live_connections enable row level security;
alter table public.live_joins enable row level security;
alter table public.live_rooms enable row level security;
alter table public.live_photos enable row level security;
revoke all on public.live_connections, public.live_joins, public.live_rooms, public.live_photos
  from anon, authenticated;
grant execute on function public.raise_room(text, text, interval, boolean), public.recheck_rooms(text, text),
  public.watch_new_photo(text, text, text) to albumen_api;
