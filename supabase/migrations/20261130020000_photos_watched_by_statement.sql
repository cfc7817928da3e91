-- Photos of an event are watched by statement instead of row by row: hiding or trashing 200 raises their gallery's room
-- once.

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
grant execute on function public.watch_new_photo(text, text, text) to albumen_api;

create trigger photos_watch_inserted after insert on public.photos referencing new table as new_rows
  for each statement execute function public.watch_photos();
create trigger photos_watch_updated after update on public.photos referencing old table as old_rows new table as new_rows
  for each statement execute function public.watch_photos();

-- Its triggers, of one row each, are dropped by the next file.
create or replace function public.watch_photo() returns trigger language plpgsql set search_path = '' as $$
begin
  return null;
end $$;
