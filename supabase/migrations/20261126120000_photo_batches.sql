-- Changed photos of events are compared by a plan that fits their number. A kept plan has no statistics of them: made
-- for a few photos, it compared each of five thousand with each, which took longer than a statement may. Photos of other
-- galleries are not compared.
create or replace function public.watch_photos() returns trigger language plpgsql set search_path = '' as $$
declare
  d record;
begin
  if tg_op = 'UPDATE' then
    if exists (select id, gallery_id from new_rows except select id, gallery_id from old_rows) then
      execute $q$
        delete from public.live_photos v using old_rows o, new_rows n
          where n.id = o.id and n.gallery_id <> o.gallery_id and v.photo_id = o.id $q$;
    end if;
    if not exists (select from public.galleries g where g.event_until > now()
        and g.id in (select gallery_id from old_rows union select gallery_id from new_rows)) then
      return null;
    end if;
    -- In the order of the galleries, as count_photos.
    for d in execute $q$
      select o.gallery_id, o.account_id, array_agg(o.id) as gone
      from old_rows o
        join new_rows n on n.id = o.id
        join public.galleries g on g.account_id = o.account_id and g.id = o.gallery_id and g.event_until > now()
      where o.status = 'ready' and o.deleted_at is null and not o.is_hidden and not exists (
          select from public.gallery_sections s where s.id = o.section_id and not s.is_visible)
        and (n.gallery_id <> o.gallery_id or n.status <> 'ready' or n.deleted_at is not null or n.is_hidden or exists (
          select from public.gallery_sections s where s.id = n.section_id and not s.is_visible))
      group by o.gallery_id, o.account_id order by o.gallery_id $q$
    loop
      delete from public.live_photos v where v.gallery_id = d.gallery_id and v.photo_id = any (d.gone);
      perform public.raise_room('g:' || d.gallery_id, d.account_id, interval '10 seconds', true);
    end loop;
    for d in execute $q$
      select n.id, n.account_id, n.gallery_id
      from new_rows n
        join old_rows o on o.id = n.id
        join public.galleries g on g.account_id = n.account_id and g.id = n.gallery_id and g.event_until > now()
      where n.status = 'ready' and n.deleted_at is null and not n.is_hidden and not exists (
          select from public.gallery_sections s where s.id = n.section_id and not s.is_visible)
        and (o.status <> 'ready' or o.deleted_at is not null or o.is_hidden or o.file_id <> n.file_id
          or o.gallery_id <> n.gallery_id or o.section_id is distinct from n.section_id)
      order by n.gallery_id, n.id $q$
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
