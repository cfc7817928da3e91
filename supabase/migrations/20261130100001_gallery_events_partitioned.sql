-- contract: the partitioned table takes the name in the same transaction; back offices read activity from endpoints, since 0.1.0
alter publication zero_studio drop table public.gallery_events;
do $$ begin
  if to_regprocedure('zero_0.update_schemas()') is not null then perform zero_0.update_schemas(); end if;
end $$;

-- No event may arrive between the copy and the drop. In a block, because the CLI begins no explicit transaction.
do $$ begin
  lock table public.gallery_events in access exclusive mode;
end $$;
insert into public.gallery_events_by_month (id, account_id, gallery_id, photo_id, grant_id, kind, at, size, photo_count)
  select id, account_id, gallery_id, photo_id, grant_id, kind, at, size, photo_count from public.gallery_events;
drop table public.gallery_events;
alter table public.gallery_events_by_month rename to gallery_events;
alter index public.gallery_events_by_month_pkey rename to gallery_events_pkey;
alter index public.gallery_events_month_at rename to gallery_events_at;
alter index public.gallery_events_month_gallery rename to gallery_events_gallery;
alter index public.gallery_events_month_photo rename to gallery_events_photo;
alter index public.gallery_events_month_grant rename to gallery_events_grant;
alter table public.gallery_events rename constraint gallery_events_by_month_account_id_fkey to gallery_events_account_id_fkey;
-- After the copy, whose rows are counted already.
create trigger gallery_events_days after insert on public.gallery_events referencing new table as added
  for each statement execute function public.count_gallery_events();
do $$ begin
  while public.make_gallery_event_months(now()) > 0 loop end loop;
end $$;
